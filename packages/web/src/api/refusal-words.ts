/** Labels of fields, by the path that the station uses for them. */
export type FieldLabels = Readonly<Record<string, string>>;

interface Refusal {
  readonly error: string;
  readonly field?: string | undefined;
}

/** The station's sentence, with the field's label in place of its path; without a label the path is left out. */
export function refusalWords(refusal: Refusal, labels: FieldLabels = {}): string {
  const said = saidOfField(refusal);
  if (said === undefined) return refusal.error;
  const label = Object.entries(labels).find(([path]) => isAbout(refusal, path))?.[1];
  return label === undefined ? sentence(said) : `${label}: ${said}`;
}

/** The message for a field; undefined if the refusal is about something else. */
export function fieldWords(refusal: Refusal, path: string): string | undefined {
  if (!isAbout(refusal, path)) return undefined;
  return sentence(saidOfField(refusal) ?? refusal.error);
}

/** The text after the field's path; undefined for a sentence without one. */
function saidOfField({ error, field }: Refusal): string | undefined {
  const path = `${field}: `;
  return field !== undefined && error.startsWith(path) ? error.slice(path.length) : undefined;
}

/** Entries of a list have paths below its own. */
function isAbout({ field }: Refusal, path: string): boolean {
  return field === path || field?.startsWith(`${path}.`) === true;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
