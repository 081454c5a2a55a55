import { expect } from "vitest";
import { ChatGuest } from "./chat-guest.ts";
import { visitIrc } from "./irc-visit.ts";
import type { Visitor } from "./test-station.ts";

interface PeopleOptions {
  /** Web address for browsers. */
  readonly url: string;
  readonly ircUrl: string;
  /** Makes names and texts unique. */
  readonly label: string;
}

export type ChannelPeople = Awaited<ReturnType<typeof fillChannel>>;

/** People in the channel from browsers and on IRC, who have acted and spoken there. Disposing disconnects them. */
export async function fillChannel({ url, ircUrl, label }: PeopleOptions) {
  const channel = new URL(ircUrl).hash;
  const nicks = { operator: "opera", guest: "gia", banned: `evil${label}` };
  const opera = await visitIrc({ ircUrl, nick: nicks.operator, isOperator: true });
  const gia = await visitIrc({ ircUrl, nick: nicks.guest, isOperator: false });
  opera.send(`TOPIC ${channel} :topic of ${label}`, `MODE ${channel} +bl ${nicks.banned}!*@* 55`);
  gia.send(`PRIVMSG ${channel} :${label} on IRC`);
  await opera.until(new RegExp(` PRIVMSG \\S+ :${label} on IRC`));
  const guest = (name: string) => new ChatGuest(url, `${name}${label}`);
  const [stays, goes] = [guest("Stays"), guest("Goes")];
  const sockets = [await stays.join(), await goes.join()];
  return {
    channel,
    nicks,
    /** Returns after the sockets end. */
    stays,
    /** Does not return. */
    goes,
    sockets,
    /** To be banned, muted and kicked. */
    away: ["Banned", "Muted", "Kicked"].map(guest),
    clients: [opera, gia],
    [Symbol.dispose]: () => {
      for (const each of [opera, gia, ...sockets]) each[Symbol.dispose]();
    },
  };
}

/** Bans the first, mutes the second and kicks the third. */
export async function sendAway(operator: Visitor, [banned, muted, kicked]: readonly ChatGuest[]) {
  for (const guest of [banned, muted, kicked]) expect(await guest?.say("hello")).toBe(200);
  for (const [address, body] of [
    ["/api/chat/sanctions", { kind: "ban", username: banned?.name }],
    ["/api/chat/sanctions", { kind: "mute", username: muted?.name }],
    ["/api/chat/kick", { username: kicked?.name }],
  ] as const)
    expect((await operator.call("POST", address, body)).status).toBe(200);
}
