"""A report as JSON, for the writers; it lives beside the records, so that every stage may read one."""

from auditor.report_file import NAME, from_json, read_report, to_json

__all__ = ["NAME", "from_json", "read_report", "to_json"]
