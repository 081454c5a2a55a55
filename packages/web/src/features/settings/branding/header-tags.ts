const MAX_TAGS = 4;

/** The tags of a comma-separated line, without empty ones. */
export function headerTagsOf(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")
    .slice(0, MAX_TAGS);
}
