// @module-tag inspircd
// @module-tag ngircd
import { expect, test } from "vitest";
import { startInspircd } from "../test-inspircd.ts";
import { startNgircd } from "../test-ngircd.ts";
import { castClients, playTranscript } from "../test-transcript.ts";
import { startTestServer } from "./test-server.ts";

const nicks = ["alice", "bob", "carol"];

/** What clients do on any server. */
const script = [
  "alice: JOIN #a",
  "alice: MODE #a +nt",
  "bob: JOIN #a",
  "carol: JOIN #a",
  "alice: PRIVMSG #a :hi  there",
  "bob: PRIVMSG #a :\u0001ACTION waves\u0001",
  "bob: NOTICE #a :note",
  "bob: PRIVMSG alice :psst",
  "bob: PRIVMSG ghost :psst",
  "bob: PRIVMSG",
  "bob: PRIVMSG alice",
  "bob: TOPIC #a",
  "bob: TOPIC #a :mine",
  "alice: TOPIC #a :ours",
  "bob: MODE #a +m",
  "alice: MODE #a +m",
  "bob: PRIVMSG #a :hush",
  "alice: MODE #a +v bob",
  "bob: PRIVMSG #a :thanks",
  "alice: MODE #a -m",
  "alice: MODE #a +o bob",
  "alice: MODE #a -o bob",
  "alice: MODE #a +b dave!*@*",
  "alice: MODE #a -b dave!*@*",
  "alice: MODE #a +o ghost",
  "alice: MODE #a +l 9",
  "alice: MODE #a -l",
  "alice: MODE #a b",
  "bob: KICK #a carol",
  "alice: KICK #a carol :bye",
  "alice: KICK #a carol",
  "carol: PRIVMSG #a :may I?",
  "carol: PART #a",
  "alice: MODE #a +i",
  "carol: JOIN #a",
  "alice: INVITE carol #a",
  "carol: JOIN #a",
  "alice: INVITE carol #a",
  "carol: PART #a :off",
  "alice: MODE #a -i+k key",
  "carol: JOIN #a",
  "carol: JOIN #a key",
  "carol: PART #a :out",
  "alice: MODE #a -k key",
  "alice: MODE #a +b carol!*@*",
  "carol: JOIN #a",
  "alice: AWAY :tea",
  "bob: PRIVMSG alice :there?",
  "alice: AWAY",
  "bob: NICK robert",
  "carol: NICK robert",
  "carol: NICK 9",
  "carol: WHOIS ghost",
  "carol: JOIN nochannel",
  "carol: PART #none",
  "carol: TOPIC #none :x",
  "carol: KICK #a",
  "carol: FROBNICATE",
  "carol: ISON alice ghost",
  "carol: USERHOST alice",
  "carol: MODE carol +i",
  "carol: MODE alice +i",
  "carol: NAMES #none",
  "carol: USER x 0 * :x",
  "bob: JOIN #b",
  "bob: QUIT :off",
];

/** A deliberate difference from a reference server, with the reason. Each must still differ, or be removed. */
interface Quirk {
  readonly line: string;
  readonly reason: string;
}

const quirks: Readonly<Record<"ngircd" | "inspircd", readonly Quirk[]>> = {
  ngircd: [
    { line: "alice: MODE #a +nt", reason: "channels start as +nt, like InspIRCd's" },
    { line: "alice: INVITE carol #a", reason: "341 comes from the server, like every numeric" },
    { line: "bob: QUIT :off", reason: "ngircd adds statistics, and quotes the reason" },
  ],
  inspircd: [
    { line: "bob: PRIVMSG", reason: "411 by RFC 2812 §3.3.1" },
    { line: "bob: PRIVMSG alice", reason: "412 by RFC 2812 §3.3.1" },
    { line: "alice: MODE #a -k key", reason: "the key is not repeated" },
    { line: "carol: JOIN nochannel", reason: "403, like ngircd" },
    { line: "carol: USERHOST alice", reason: "InspIRCd ends the list with a space" },
    { line: "bob: QUIT :off", reason: "a quit reason must not look like a netsplit" },
  ],
};

test.each([
  ["ngircd", () => startNgircd()],
  ["inspircd", () => startInspircd()],
] as const)("[N20] clients are answered as by %s, but for what is listed", async (name, start) => {
  await using ours = await startTestServer();
  await using theirs = await start();

  const [ourSteps, theirSteps] = await Promise.all([playSteps(ours.port), playSteps(theirs.port)]);

  const different = script.filter(
    (line, index) => !equalSteps(ourSteps[index] ?? [], theirSteps[index] ?? []),
  );
  const listed = quirks[name].map(({ line }) => line);
  const shown = different
    .filter((line) => !listed.includes(line))
    .map((line) => {
      const index = script.indexOf(line);
      return { line, ours: ourSteps[index], theirs: theirSteps[index] };
    });
  expect(shown).toEqual([]);
  expect(new Set(different)).toEqual(new Set(listed));
});

/** What each line of the script produces. */
async function playSteps(port: number): Promise<readonly (readonly string[])[]> {
  const cast = await castClients({ port, nicks });
  const steps: (readonly string[])[] = [];
  for (const line of script) {
    const transcript = await playTranscript(cast, [line]);
    steps.push(transcript.slice(1).map(withoutIdent));
  }
  for (const client of cast.values()) client.close();
  return steps;
}

/** Servers differ in whether a user without ident gets a tilde. */
function withoutIdent(line: string): string {
  return line.replaceAll("~", "");
}

function equalSteps(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}
