import type { ircApi } from "@neonrelay/contract";
import type { HandlersFor } from "../http-kit/route.ts";
import type { Irc } from "./irc.ts";

export function ircHandlers({ irc }: { readonly irc: Irc }): HandlersFor<typeof ircApi> {
  return { getIrcStatus: async () => irc.status };
}
