import type { BotCommand } from "@neonrelay/contract/callers";

/** Commands that complete the text: only while its first word is being typed, and only after a dot. */
export function matchingCommands(
  text: string,
  commands: readonly BotCommand[],
  { isModerator }: { readonly isModerator: boolean },
): readonly BotCommand[] {
  const begun = /^\.(\w*)$/.exec(text)?.[1]?.toLowerCase();
  if (begun === undefined) return [];
  return commands.filter(
    ({ name, access }) => name.startsWith(begun) && (access === "everyone" || isModerator),
  );
}

/** The text that choosing a command inserts. */
export function commandText({ name, usage }: BotCommand): string {
  return usage.includes("<") || usage.includes("[") ? `.${name} ` : `.${name}`;
}
