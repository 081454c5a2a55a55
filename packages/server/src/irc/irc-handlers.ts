import { ircApi } from "@neonrelay/contract";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { Irc } from "./irc.ts";

export const ircFeature = feature(ircApi, ircHandlers);

function ircHandlers({ irc }: { readonly irc: Irc }): HandlersFor<typeof ircApi> {
  return { getIrcStatus: async () => irc.status };
}
