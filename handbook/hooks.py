"""What MkDocs calls: pages made from the program join those in `docs/`."""

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from handbook.pages import generated_pages, moved, slug


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Anchors as in the repository, where the same pages are read."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = _slug
    return config


def _slug(heading: str, separator: str, **_: Any) -> str:  # noqa: ARG001 (what Markdown passes)
    return slug(heading)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Put the made pages among the written ones."""
    for name, content in generated_pages().items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Links of a written page to what stands beside `docs/` in the repository."""
    return markdown if page.file.generated_by else moved(Path(page.file.abs_src_path or ""))
