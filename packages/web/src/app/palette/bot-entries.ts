import type { BotCommand } from "@neonrelay/contract/callers";
import { Bot, SendHorizontal } from "lucide-react";
import { useLocation } from "wouter";
import { useRight } from "../../features/accounts/session-data.ts";
import { useChat, useChatStore } from "../../features/chat/chat-context.ts";
import { useBotCommands, useSendChat } from "../../features/chat/chat-data.ts";
import { commandText } from "../../features/chat/command-suggestions.ts";
import { useIrcStatus } from "../../features/irc/irc-status-data.ts";
import type { PaletteEntry } from "./palette-rules.ts";

/**
 * The bot's commands. A complete command is sent at once; one that needs arguments, or one of a visitor
 * who has not joined yet, goes into the chat's input. @param typed may be a command with its arguments
 */
export function useBotEntries(typed: string): readonly PaletteEntry[] {
  const isModerator = useRight("chat_moderation");
  const ask = useAsk();
  const commands = (useBotCommands({ isWanted: true }).data ?? []).filter(
    ({ access }) => access === "everyone" || isModerator,
  );
  const entries = commands.map((command) => toEntry(command, ask));
  const said = typed.trim();
  const isWhole = commands.some(({ name }) => said.startsWith(`.${name} `));
  if (!isWhole) return entries;
  return [
    {
      id: "bot-say",
      group: "Bot commands",
      label: said,
      note: "Say it in the chat",
      icon: SendHorizontal,
      run: () => ask(said),
    },
    ...entries,
  ];
}

function toEntry(command: BotCommand, ask: (text: string) => void): PaletteEntry {
  return {
    id: `bot-${command.name}`,
    group: "Bot commands",
    label: command.usage,
    note: command.help,
    icon: Bot,
    run: () => ask(commandText(command)),
  };
}

function useAsk(): (text: string) => void {
  const chat = useChatStore();
  const { membership } = useChat();
  const isConnected = useIrcStatus()?.connected ?? false;
  const { send } = useSendChat();
  const [, goTo] = useLocation();
  return (text) => {
    goTo("/?tab=chat");
    const isWhole = !text.endsWith(" ");
    if (isWhole && isConnected && membership.status === "joined")
      send({ username: membership.name, message: text }, { onRefused: () => chat.write(text) });
    else chat.offerDraft(text);
  };
}
