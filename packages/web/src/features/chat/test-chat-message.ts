import type { ChatMessage } from "@neonrelay/contract/callers";

/** A message as the station sends it, for tests. */
export function testChatMessage(id: string, change: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    username: "owl",
    message: `words of ${id}`,
    timestamp: "2030-01-31T20:15:00.000Z",
    isBot: false,
    kind: "message",
    origin: "web",
    runs: null,
    notDelivered: null,
    ...change,
  };
}
