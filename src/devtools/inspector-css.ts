/** All that the shadow root has; the colours follow the page's `color-scheme`. */
export const inspectorCss = /* css */ `
:host {
  all: initial;
  display: block;
  box-sizing: border-box;
  container-type: inline-size;
  block-size: 100%;
  min-block-size: 16rem;
  overflow: hidden;
  color-scheme: inherit;
  --ink: light-dark(#1f2024, #ececef);
  --muted: light-dark(#5c5d65, #acadb5);
  --page: light-dark(#fff, #1c1d20);
  --sunken: light-dark(#f6f6f8, #141518);
  --line: light-dark(#dddde2, #3a3b41);
  --edge: light-dark(#7d7e87, #8f9099);
  --hover: light-dark(#f1f1f4, #26272b);
  --chosen: light-dark(#e3edfb, #23324a);
  --focus: light-dark(#1a62c6, #86b6ff);
  --stream: light-dark(#7a3aa0, #d8adf0);
  --run: light-dark(#8a8b94, #9a9ba4);
  --ask: light-dark(#1757b0, #9cc3ff);
  --ok: light-dark(#17693a, #84d3a0);
  --danger: light-dark(#ad2a22, #ffa399);
  --denied: light-dark(#7d4f00, #ecbd6b);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
:host([hidden]) { display: none; }
*, ::before, ::after { box-sizing: border-box; }
h2, h3, p, dl, dd, ul, pre { margin: 0; padding: 0; }
ul { list-style: none; }
.inspector {
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  block-size: 100%;
  background: var(--page);
  color: var(--ink);
  font: 0.8125rem/1.25rem system-ui, sans-serif;
  text-align: start;
}
.bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem 0.5rem;
  padding: 0.375rem 0.5rem;
  border-block-end: 1px solid var(--line);
}
.tabs, .actions { display: flex; gap: 0.125rem; }
.actions { gap: 0.25rem; }
button {
  min-block-size: 1.75rem;
  padding: 0 0.5rem;
  border: 1px solid var(--line);
  border-radius: 0.375rem;
  background: none;
  color: inherit;
  font: inherit;
  font-size: 0.75rem;
  cursor: pointer;
}
button:hover { background: var(--hover); }
[role='tab'] { border-color: transparent; color: var(--muted); font-variant-numeric: tabular-nums; }
[role='tab'][aria-selected='true'] { background: var(--hover); color: var(--ink); font-weight: 600; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
.body {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: minmax(0, 2fr) minmax(0, 3fr);
  min-block-size: 0;
}
.list { display: flex; flex-direction: column; min-inline-size: 0; min-block-size: 0; }
input {
  flex: none;
  block-size: 1.75rem;
  margin: 0.375rem 0.5rem;
  padding: 0 0.5rem;
  border: 1px solid var(--edge);
  border-radius: 0.375rem;
  background: var(--page);
  color: inherit;
  font: inherit;
}
::placeholder { color: var(--muted); opacity: 1; }
.rows { flex: 1; min-block-size: 0; border-block-start: 1px solid var(--line); }
.row {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  block-size: 28px;
  padding-inline: 0.5rem;
  white-space: nowrap;
  cursor: default;
}
.row:hover { background: var(--hover); }
.row[aria-selected='true'] { background: var(--chosen); }
.name { flex: 1 1 6rem; min-inline-size: 3rem; overflow: hidden; text-overflow: ellipsis; }
.state, .type, .offset, .time, .sum { flex: none; color: var(--muted); font-size: 0.75rem; }
.offset, .time { min-inline-size: 4.25em; font-variant-numeric: tabular-nums; text-align: end; }
.type { flex: 0 0 clamp(6rem, 24cqi, 11rem); overflow: hidden; color: inherit; font-family: var(--mono); text-overflow: ellipsis; }
.sum { text-align: end; }
.state { inline-size: 8.25rem; overflow: hidden; text-overflow: ellipsis; }
.mark { flex: none; inline-size: 0.75rem; font-weight: 700; text-align: center; }
.lane { position: relative; flex: 2 1 6rem; min-inline-size: 3rem; block-size: 0.625rem; background: var(--sunken); overflow: hidden; }

.lane > span { position: absolute; inset-block: 0; padding: 0; border: 0; background: currentColor; }
[data-tone='stream'] { color: var(--stream); }
[data-tone='run'] { color: var(--run); }
[data-tone='ask'] { color: var(--ask); }
[data-tone='ok'] { color: var(--ok); }
[data-tone='danger'] { color: var(--danger); }
[data-tone='denied'] { color: var(--denied); }
.details { min-inline-size: 0; padding: 0.75rem; border-block-start: 1px solid var(--line); overflow: auto; }
.empty, .dropped { padding: 0.75rem 0.5rem; color: var(--muted); }
.dropped { padding-block: 0.25rem; border-block-start: 1px solid var(--line); font-size: 0.75rem; }
article { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
h2 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.5rem; font-size: 0.875rem; overflow-wrap: anywhere; }
h3 { font-size: 0.75rem; }
.badge { font-size: 0.75rem; font-weight: 500; }
[data-tone='run'].badge { color: var(--muted); }
.facts { display: grid; gap: 0.125rem; font-size: 0.75rem; }
.facts > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0.5rem; }
summary { inline-size: fit-content; font-size: 0.75rem; font-weight: 600; cursor: pointer; }
details[open] > .block { margin-block-start: 0.5rem; }
dt, .muted, .note { color: var(--muted); }
dd { overflow-wrap: anywhere; }
.block { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; justify-items: start; }
.block-head { display: flex; align-items: center; justify-content: space-between; inline-size: 100%; }
.note { font-size: 0.75rem; }
p { unicode-bidi: plaintext; text-align: start; }
code, pre { font-family: var(--mono); font-size: 0.75rem; }
pre {
  inline-size: 100%;
  max-block-size: 20rem;
  min-block-size: 2.125rem;
  padding: 0.5rem;
  overflow: auto;
  border-radius: 0.375rem;
  background: var(--sunken);
  line-height: 1.125rem;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
}
.warnings { display: grid; gap: 0.5rem; padding-block: 0.5rem; }
.scroll { flex: 1; min-block-size: 0; padding-inline: 0.5rem; overflow: auto; }
.warnings li { padding-inline-start: 0.5rem; border-inline-start: 3px solid var(--denied); overflow-wrap: anywhere; }
@container (max-width: 25rem) {
  .state, .row .sum { position: absolute; clip-path: inset(50%); }
  .offset { min-inline-size: 3.5em; }
  .type { flex-basis: 8.5rem; }
}
@container (min-width: 44rem) {
  .body { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); grid-template-rows: minmax(0, 1fr); }
  .details { border-block-start: 0; border-inline-start: 1px solid var(--line); }
}
@media (pointer: coarse) {
  button, input { min-block-size: 2.75rem; }
}
@media (forced-colors: active) {
  .row[aria-selected='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
  .lane > span { forced-color-adjust: none; }
}
`
