import { placedSettings, type settingsSections } from "./settings-sections.ts";

/** Whether every word of the filter begins a word of the section or of its settings. */
export function isFoundBy(
  { id, name, words }: (typeof settingsSections)[number],
  filter: string,
): boolean {
  const labels = placedSettings.filter(({ section }) => section === id).map(({ label }) => label);
  const known = wordsOf([name, words, ...labels].join(" "));
  return wordsOf(filter).every((wanted) => known.some((word) => word.startsWith(wanted)));
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
