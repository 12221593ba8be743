"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("embedded").textContent);
  const root = document.documentElement;
  const store = {
    get(key) { try { return localStorage.getItem(key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem(key, value); return true; } catch { return false; } },
  };

  // Theme: the system's, light or dark.
  const themes = ["system", "light", "dark"];
  const setTheme = (name) => {
    if (name === "system") root.removeAttribute("data-theme"); else root.dataset.theme = name;
    $("theme").textContent = "Theme: " + name;
    $("theme").dataset.now = name;
  };
  setTheme(themes.includes(store.get("audit-theme")) ? store.get("audit-theme") : "system");
  $("theme").hidden = false;
  $("theme").addEventListener("click", () => {
    const next = themes[(themes.indexOf($("theme").dataset.now) + 1) % themes.length];
    setTheme(next);
    store.set("audit-theme", next);
  });

  // Copy the provenance as lines of text.
  if (navigator.clipboard) {
    $("copying").hidden = false;
    $("copy").addEventListener("click", () => {
      const lines = [...$("facts").children].map((div) => div.firstElementChild.textContent + ": " + div.lastElementChild.textContent);
      if ($("command")) lines.unshift("command: " + $("command").textContent);
      navigator.clipboard.writeText(lines.join("\n")).then(
        () => { $("copied").textContent = "Copied."; },
        () => { $("copied").textContent = "The browser does not allow copying from here."; });
    });
  }

  // A link into a folded part opens it, and every part around it.
  const unfold = (target) => {
    for (let one = target; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
  };
  const follow = () => {
    let target = null;
    try { target = $(decodeURIComponent(location.hash.slice(1))); } catch { return; }
    if (!target) return;
    const fold = target.querySelector(":scope > details.fold");
    unfold(fold || target);
    target.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#"]');
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  follow();

  if (!$("tools")) return;
  const body = $("table").tBodies[0];
  // A finding that is asked about has its detail in its question, any other in a card.
  const cards = new Map([...document.querySelectorAll("article.card")].map((card) => [card.dataset.id, card]));
  const findings = data.findings.map((one, place) => {
    const row = body.rows[place], card = cards.get(one.id) || null, detail = $("f-" + one.id);
    const said = (card || detail.closest(".question")).querySelector(".sentence, .q-facts").textContent;
    return {
      decision: "", note: "", ...one, place, row, card, detail,
      label: row.cells[1].textContent, verdict: row.cells[2].textContent,
      text: (row.cells[0].textContent + " " + said).toLowerCase(),
    };
  });
  findings.forEach((one) => one.values.unshift(one.row.cells[0].textContent.toLowerCase(), one.label.toLowerCase()));
  findings.forEach((one) => one.values.push(null));
  const byId = new Map(findings.map((one) => [one.id, one]));

  // Decisions: those written into the report, and over them those made in this browser.
  let made = {};
  try { made = JSON.parse(store.get(data.key)) || {}; } catch { made = {}; }
  if (typeof made !== "object" || Array.isArray(made)) made = {};
  const allowed = [...$("decide").content.querySelectorAll("input")].map((one) => one.value);
  const decisionOf = (one) => {
    const own = Object.hasOwn(made, one.id) ? made[one.id] : { decision: one.decision, note: one.note };
    return { decision: allowed.includes(own.decision) ? own.decision : "", note: String(own.note || "") };
  };
  const showDecision = (one) => {
    const { decision, note } = decisionOf(one);
    one.row.cells[data.columns.length - 1].textContent = data.answers[decision] || "open";
    if (one.card) one.card.querySelector(".decided").textContent = data.answers[decision] || "";
    let remark = one.detail.querySelector(".remark");
    if (!remark && note) {
      remark = document.createElement("p");
      remark.className = "remark";
      one.detail.querySelector(".next").append(remark);
    }
    if (remark) remark.textContent = note;
    one.values[data.columns.length - 1] = decision || null;
  };
  const decided = () => findings.filter((one) => decisionOf(one).decision);
  const say = (kept) => {
    const isOpen = (one) => !byId.has(one.ids[0]) || !decisionOf(byId.get(one.ids[0])).decision;
    const open = data.asked.filter(isOpen), low = data.low.filter(isOpen).length;
    const left = open.length, above = open.filter((one) => one.above).length;
    const warning = kept ? "" : "This browser keeps nothing, so export before you close.";
    $("exported").textContent = $("progress") ? warning : decided().length + " of " + findings.length + " decided. " + warning;
    if (!$("progress")) return;
    const minutes = Math.ceil(left * data.seconds / 60), noun = "question" + (left === 1 ? "" : "s");
    const rest = low ? "; " + low + " more of low severity can wait" : "";
    $("progress").textContent = data.asked.length - left + " of " + data.asked.length + " decided" +
      (!left ? "" : above ? ", about " + minutes + " min left" : "") + rest;
    $("left-says").textContent = !left ? "questions left: all is decided" + rest :
      above ? noun + " for you to decide: about " + minutes + " minute" + (minutes === 1 ? "" : "s") + rest :
      noun + " of low severity, which can wait";
    $("done").hidden = left > 0;
    $("left").textContent = left;
  };
  const keep = (one, decision, note) => {
    made[one.id] = { decision, note };
    const kept = store.set(data.key, JSON.stringify(made));
    showDecision(one);
    if (one.show) one.show();
    say(kept);
  };
  // The form of a card is made when the card is first opened: two hundred at once would hold up the page.
  const byCard = new Map(findings.filter((one) => one.card).map((one) => [one.card, one]));
  const addForm = (one) => {
    if (!one || one.form) return;
    one.form = true;
    const form = $("decide").content.firstElementChild.cloneNode(true);
    const radios = [...form.querySelectorAll("input")];
    const note = form.querySelector("textarea");
    const now = decisionOf(one);
    radios.forEach((radio) => { radio.name = "d-" + one.id; radio.checked = radio.value === now.decision; });
    note.value = now.note;
    const chosen = () => (radios.find((radio) => radio.checked) || { value: "" }).value;
    one.sync = () => {
      const { decision, note: said } = decisionOf(one);
      radios.forEach((radio) => { radio.checked = radio.value === decision; });
      note.value = said;
    };
    form.addEventListener("input", () => keep(one, chosen(), note.value));
    form.querySelector(".clear").addEventListener("click", () => {
      radios.forEach((radio) => { radio.checked = false; });
      note.value = "";
      keep(one, "", "");
    });
    one.detail.querySelector(".next").append(form);
  };
  for (const one of findings) {
    if (decisionOf(one).decision || Object.hasOwn(made, one.id)) showDecision(one);
    if (one.card && one.card.querySelector("details").open) addForm(one);
  }
  $("cards").addEventListener("toggle", (event) => { addForm(byCard.get(event.target.parentElement)); }, true);
  $("exporting").hidden = false;
  $("import").addEventListener("change", async () => {
    let read = null;
    try { read = JSON.parse(await $("import").files[0].text()); } catch { read = null; }
    const list = read && Array.isArray(read.decisions) ? read.decisions : null;
    if (!list) { $("exported").textContent = "This file holds no decisions."; return; }
    for (const own of list) {
      const one = own && byId.get(own.id);
      if (!one || !allowed.includes(own.decision)) continue;
      keep(one, own.decision, String(own.note || ""));
      if (one.sync) one.sync();
    }
  });
  $("export").addEventListener("click", () => {
    const decisions = decided().map((one) => ({ id: one.id, ...decisionOf(one) }));
    const text = JSON.stringify({ format_version: 1, decisions }, null, 2) + "\n";
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "decisions.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });

  // Questions: one is current, the keys answer it, and one answer settles all that belongs to it.
  const settled = new Map(data.asked.map((one) => [one.ids[0], one.ids.filter((id) => byId.has(id))]));
  const asked = [...document.querySelectorAll(".question")]
    .map((box) => ({ box, one: byId.get(box.dataset.id), all: settled.get(box.dataset.id).map((id) => byId.get(id)) }));
  let current = 0;
  const undone = [];
  const turnTo = (place, focus) => {
    if (!asked.length) return;
    current = Math.min(asked.length - 1, Math.max(0, place));
    asked.forEach(({ box }, at) => box.classList.toggle("current", at === current));
    if (!focus) return;
    asked[current].box.focus({ preventScroll: true });
    asked[current].box.scrollIntoView({ block: "nearest" });
  };
  const nextOpen = () => {
    const places = asked.map((_, at) => (current + at) % asked.length);
    return places.find((at) => !decisionOf(asked[at].one).decision);
  };
  const answer = (place, decision, note) => {
    const { all } = asked[place];
    undone.push({ place, before: all.map(decisionOf) });
    for (const one of all) {
      keep(one, decision, note);
      if (one.sync) one.sync();
    }
    const next = nextOpen();
    turnTo(next === undefined ? place : next, true);
  };
  const undo = () => {
    const last = undone.pop();
    if (!last) return;
    asked[last.place].all.forEach((one, at) => {
      keep(one, last.before[at].decision, last.before[at].note);
      if (one.sync) one.sync();
    });
    turnTo(last.place, true);
  };
  asked.forEach(({ box, one, all }, place) => {
    const form = $("ask").content.firstElementChild.cloneNode(true);
    const buttons = [...form.querySelectorAll("button")];
    const note = form.querySelector("input");
    const change = document.createElement("button");
    change.type = "button";
    change.className = "change";
    change.textContent = "change";
    box.querySelector(".q-head").append(change);
    box.querySelector(".q-body").after(form);
    box.tabIndex = -1;
    one.show = () => {
      const { decision, note: said } = decisionOf(one);
      box.classList.toggle("answered", Boolean(decision));
      box.querySelector(".q-answer").textContent = data.answers[decision] || "";
      buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.value === decision)));
      if (document.activeElement !== note) note.value = said;
    };
    buttons.forEach((button) => button.addEventListener("click", () => answer(place, button.value, note.value)));
    note.addEventListener("change", () => {
      for (const each of all) if (decisionOf(each).decision) keep(each, decisionOf(each).decision, note.value);
    });
    change.addEventListener("click", () => { answer(place, "", note.value); turnTo(place, true); });
    box.addEventListener("focusin", () => turnTo(place, false));
    one.show();
  });
  if (asked.length) {
    $("keyhelp").hidden = false;
    const first = nextOpen();
    turnTo(first === undefined ? 0 : first, false);
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
      if (event.key === "j") turnTo(current + 1, true);
      else if (event.key === "k") turnTo(current - 1, true);
      else if (event.key === "u") undo();
      else if (allowed[event.key - 1] && !asked[current].box.classList.contains("answered")) {
        answer(current, allowed[event.key - 1], asked[current].box.querySelector(".q-note input").value);
      } else return;
      event.preventDefault();
    });
  }
  say(true);

  // Sort and filter; the state is kept in the address, after the #.
  const state = { verdict: new Set(), label: new Set(), open: false, q: "", sort: "", dir: "" };
  const heads = [...$("table").tHead.rows[0].cells];
  const chips = [...document.querySelectorAll(".chip[data-by]")];
  heads.forEach((head, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.textContent = "";
    head.append(button);
    head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const key = data.columns[place];
      const first = isNumber(place) ? "desc" : "asc";
      if (state.sort !== key) { state.sort = key; state.dir = first; }
      else if (state.dir === first) state.dir = first === "asc" ? "desc" : "asc";
      else { state.sort = ""; state.dir = ""; }
      apply();
    });
  });
  // Of p-values the smallest is the strongest, so they rise first.
  function isNumber(place) { return data.columns[place] !== "p" && place > 3 && place < data.columns.length - 1; }
  const compare = (place, down) => (a, b) => {
    const x = a.values[place], y = b.values[place];
    if (x === y) return a.place - b.place;
    if (x === null || y === null) return x === null ? 1 : -1;
    return (x < y ? -1 : 1) * (down ? -1 : 1);
  };
  const matches = (one) =>
    (!state.verdict.size || state.verdict.has(one.verdict)) && (!state.label.size || state.label.has(one.label)) &&
    (!state.open || !decisionOf(one).decision) && (!state.q || one.text.includes(state.q.toLowerCase()));
  let ordered = "";
  function apply(silent) {
    const place = data.columns.indexOf(state.sort);
    heads.forEach((head, at) => head.setAttribute("aria-sort", at !== place ? "none" : state.dir === "desc" ? "descending" : "ascending"));
    if (ordered !== state.sort + state.dir) {
      const list = [...findings].sort(place < 0 ? (a, b) => a.place - b.place : compare(place, state.dir === "desc"));
      body.append(...list.map((one) => one.row));
      $("cards").append(...list.filter((one) => one.card).map((one) => one.card));
      ordered = state.sort + state.dir;
    }
    let shown = 0;
    for (const one of findings) {
      const fits = matches(one);
      one.row.hidden = !fits;
      if (one.card) one.card.hidden = !fits;
      shown += fits;
    }
    const filtered = shown < findings.length;
    $("state").textContent = filtered ? shown + " of " + findings.length + " shown" : "";
    $("reset").hidden = !(filtered || state.verdict.size || state.label.size || state.open || state.q);
    $("nothing").hidden = shown > 0;
    chips.forEach((chip) => chip.setAttribute("aria-pressed", String(state[chip.dataset.by].has(chip.dataset.value))));
    $("open").setAttribute("aria-pressed", String(state.open));
    $("order").value = state.sort;
    if ($("search").value !== state.q) $("search").value = state.q;
    if (!silent) writeState();
  }
  function writeState() {
    const query = new URLSearchParams();
    for (const key of ["verdict", "label"]) for (const value of state[key]) query.append(key, value);
    if (state.open) query.set("open", "1");
    if (state.q) query.set("q", state.q);
    if (state.sort) { query.set("sort", state.sort); query.set("dir", state.dir); }
    const text = String(query);
    try { history.replaceState(null, "", text ? "#?" + text : "#findings"); } catch { /* too many changes at once */ }
  }
  function reset() {
    state.verdict.clear(); state.label.clear(); state.open = false; state.q = "";
  }
  function readState() {
    const hash = location.hash;
    if (hash.startsWith("#?")) {
      const query = new URLSearchParams(hash.slice(2));
      state.verdict = new Set(query.getAll("verdict"));
      state.label = new Set(query.getAll("label"));
      state.open = query.get("open") === "1";
      state.q = query.get("q") || "";
      state.sort = data.columns.includes(query.get("sort")) ? query.get("sort") : "";
      state.dir = state.sort ? (query.get("dir") === "desc" ? "desc" : "asc") : "";
      apply(true);
      unfold($("table"));
      return;
    }
    let id = "";
    try { id = decodeURIComponent(hash.slice(3)); } catch { return; }
    const one = hash.startsWith("#f-") ? byId.get(id) : undefined;
    if (!one) return;
    if (!matches(one)) { reset(); apply(true); }
    unfold(one.detail);
    const box = one.card || one.detail.closest(".question");
    box.scrollIntoView();
    requestAnimationFrame(() => box.scrollIntoView());
  }
  chips.forEach((chip) => chip.addEventListener("click", () => {
    const chosen = state[chip.dataset.by];
    if (!chosen.delete(chip.dataset.value)) chosen.add(chip.dataset.value);
    apply();
  }));
  $("open").addEventListener("click", () => { state.open = !state.open; apply(); });
  $("search").addEventListener("input", () => { state.q = $("search").value; apply(); });
  $("order").addEventListener("change", () => {
    state.sort = $("order").value;
    state.dir = state.sort ? (isNumber(data.columns.indexOf(state.sort)) ? "desc" : "asc") : "";
    apply();
  });
  $("reset").addEventListener("click", () => { reset(); apply(); });
  const foldAll = (open) => cards.forEach((card) => { card.querySelector("details").open = open; });
  $("unfold").addEventListener("click", () => foldAll(true));
  $("fold").addEventListener("click", () => foldAll(false));
  $("folds").hidden = false;
  $("tools").hidden = false;
  addEventListener("hashchange", readState);
  apply(true);
  readState();
})();
