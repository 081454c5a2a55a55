import type { BotCommand } from "@neonrelay/contract/callers";
import { useState } from "react";
import { useRight } from "../accounts/index.ts";
import { useBotCommands } from "./chat-data.ts";

/** The commands that match the input, and the keys that select one. */
export function useCommandSuggestions({
  text,
  setText,
}: {
  readonly text: string;
  readonly setText: (text: string) => void;
}) {
  const isModerator = useRight("chat_moderation");
  const known = useBotCommands({ isWanted: text.startsWith(".") }).data ?? [];
  const [choice, setChoice] = useState({ text: "", place: 0 });
  /** Escape closes the list for the current text; the next letter reopens it. */
  const [closedFor, setClosedFor] = useState("");
  const matching = text === closedFor ? [] : matchingCommands(text, known, { isModerator });
  const isWhole = matching.length === 1 && `.${matching[0]?.name}` === text.toLowerCase();
  const commands = isWhole ? [] : matching;
  const chosen = choice.text === text ? Math.min(choice.place, commands.length - 1) : 0;
  const choose = (command: BotCommand) => setText(commandText(command));
  const move = (by: number) =>
    setChoice({ text, place: (chosen + by + commands.length) % commands.length });
  /** @returns false if the list ignores the key */
  const takesKey = (key: string): boolean => {
    const command = commands[chosen];
    if (command === undefined) return false;
    if (key === "Escape") setClosedFor(text);
    else if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Enter" && text.toLowerCase() === `.${command.name}`) return false;
    else if (key === "Enter" || key === "Tab") choose(command);
    else return false;
    return true;
  };
  return { commands, chosen, choose, takesKey };
}

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
