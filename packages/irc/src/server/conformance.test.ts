import { afterAll, beforeAll, expect, test } from "vitest";
import { LineClient } from "../test-line-client.ts";
import { castClients, normaliseLine, playTranscript } from "../test-transcript.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  expect(server.errors).toEqual([]);
});

/** Lines of a script, and who receives what from the last one. The lines before it set the scene. */
interface Case {
  readonly rule: string;
  readonly fact: string;
  readonly caps?: string;
  readonly before?: readonly string[];
  readonly line: string;
  readonly brings: readonly string[];
}

const room = ["alice: JOIN #room", "bob: JOIN #room"];

/** From modern.ircdocs.horse and the IRCv3 specifications, command by command. */
const cases: readonly Case[] = [
  // NICK
  {
    rule: "N3",
    fact: "NICK without a nick is 431",
    line: "alice: NICK",
    brings: ["alice < 431 alice"],
  },
  {
    rule: "N3",
    fact: "an invalid nick is 432",
    line: "alice: NICK 1a",
    brings: ["alice < 432 alice 1a"],
  },
  {
    rule: "N3",
    fact: "a nick in use is 433, in any case",
    line: "alice: NICK BOB",
    brings: ["alice < 433 alice BOB"],
  },
  {
    rule: "N3",
    fact: "everyone in a common channel sees a new nick once",
    before: [...room, "alice: JOIN #two", "bob: JOIN #two"],
    line: "alice: NICK alicia",
    brings: ["alice < alice NICK alicia", "bob < alice NICK alicia"],
  },
  {
    rule: "N3",
    fact: "a nick may change its case only",
    line: "alice: NICK Alice",
    brings: ["alice < alice NICK Alice"],
  },
  // registration
  {
    rule: "N2",
    fact: "USER after the welcome is 462",
    line: "alice: USER a 0 * :a",
    brings: ["alice < 462 alice"],
  },
  {
    rule: "N2",
    fact: "PASS after the welcome is 462",
    line: "alice: PASS x",
    brings: ["alice < 462 alice"],
  },
  {
    rule: "N1",
    fact: "an unknown command is 421",
    line: "alice: FROBNICATE x",
    brings: ["alice < 421 alice FROBNICATE"],
  },
  {
    rule: "N1",
    fact: "so is one with a character that no command has",
    line: "alice: FROB_NICATE x",
    brings: ["alice < 421 alice FROB_NICATE"],
  },
  {
    rule: "N1",
    fact: "a command without its params is 461",
    line: "alice: KICK #room",
    brings: ["alice < 461 alice KICK"],
  },
  {
    rule: "N1",
    fact: "HELP explains a command in any case",
    line: "alice: HELP part",
    brings: [
      "alice < 704 alice PART PART <channel>[,channel] [reason]",
      "alice < 705 alice PART Leaves channels.",
      "alice < 706 alice PART End of /HELP",
    ],
  },
  {
    rule: "N1",
    fact: "PING without a token is 409",
    line: "alice: PING",
    brings: ["alice < 409 alice"],
  },
  {
    rule: "N1",
    fact: "commands work in lower case",
    line: "alice: join #room",
    brings: [
      "alice < alice JOIN #room",
      "alice < 353 alice = #room @alice",
      "alice < 366 alice #room",
    ],
  },
  {
    rule: "N4",
    fact: "an unknown subcommand of CAP is 410",
    line: "alice: CAP FROB",
    brings: ["alice < 410 alice FROB"],
  },
  {
    rule: "N4",
    fact: "one capability that is not offered refuses the whole request",
    line: "alice: CAP REQ :server-time no-such",
    brings: ["alice < CAP alice NAK server-time no-such"],
  },
  {
    rule: "N4",
    fact: "capabilities can be switched off again",
    caps: "away-notify server-time",
    line: "alice: CAP REQ :-away-notify",
    brings: ["alice < CAP alice ACK -away-notify"],
  },
  // JOIN
  {
    rule: "N5",
    fact: "the creator of a channel is its operator",
    line: "alice: JOIN #new",
    brings: [
      "alice < alice JOIN #new",
      "alice < 353 alice = #new @alice",
      "alice < 366 alice #new",
    ],
  },
  {
    rule: "N5",
    fact: "the topic comes between JOIN and NAMES",
    line: "alice: JOIN #radio",
    brings: [
      "alice < alice JOIN #radio",
      "alice < 332 alice #radio a topic",
      "alice < 333 alice #radio irc.test.local TIME",
      "alice < 353 alice = #radio alice",
      "alice < 366 alice #radio",
    ],
  },
  {
    rule: "N5",
    fact: "several channels are joined in one line",
    line: "alice: JOIN #one,#two",
    brings: [
      "alice < alice JOIN #one",
      "alice < 353 alice = #one @alice",
      "alice < 366 alice #one",
      "alice < alice JOIN #two",
      "alice < 353 alice = #two @alice",
      "alice < 366 alice #two",
    ],
  },
  {
    rule: "N5",
    fact: "joining a channel again does nothing",
    before: room,
    line: "bob: JOIN #ROOM",
    brings: [],
  },
  {
    rule: "N5",
    fact: "a channel's name without # is 403",
    line: "alice: JOIN room",
    brings: ["alice < 403 alice room"],
  },
  {
    rule: "N5",
    fact: "JOIN with an empty list is 461",
    line: "alice: JOIN :",
    brings: ["alice < 461 alice JOIN"],
  },
  {
    rule: "N5",
    fact: "JOIN 0 leaves all channels",
    before: room,
    line: "bob: JOIN 0",
    brings: ["bob < bob PART #room", "alice < bob PART #room"],
  },
  {
    rule: "N5",
    fact: "extended-join shows account and real name",
    caps: "extended-join",
    before: ["alice: JOIN #room"],
    line: "bob: JOIN #room",
    brings: [
      "bob < bob JOIN #room * bob real",
      "bob < 353 bob = #room @alice bob",
      "bob < 366 bob #room",
      "alice < bob JOIN #room * bob real",
    ],
  },
  {
    rule: "N6",
    fact: "a wrong key is 475",
    before: ["alice: JOIN #room", "alice: MODE #room +k key"],
    line: "bob: JOIN #room other",
    brings: ["bob < 475 bob #room"],
  },
  {
    rule: "N6",
    fact: "the right key gets in",
    before: ["alice: JOIN #room", "alice: MODE #room +k key"],
    line: "bob: JOIN #room key",
    brings: [
      "bob < bob JOIN #room",
      "bob < 353 bob = #room @alice bob",
      "bob < 366 bob #room",
      "alice < bob JOIN #room",
    ],
  },
  {
    rule: "N6",
    fact: "a full channel is 471",
    before: ["alice: JOIN #room", "alice: MODE #room +l 1"],
    line: "bob: JOIN #room",
    brings: ["bob < 471 bob #room"],
  },
  {
    rule: "N6",
    fact: "+i without an invitation is 473",
    before: ["alice: JOIN #room", "alice: MODE #room +i"],
    line: "bob: JOIN #room",
    brings: ["bob < 473 bob #room"],
  },
  {
    rule: "N6",
    fact: "a ban is 474",
    before: ["alice: JOIN #room", "alice: MODE #room +b bob"],
    line: "bob: JOIN #room",
    brings: ["bob < 474 bob #room"],
  },
  {
    rule: "N6",
    fact: "an exception outweighs a ban",
    before: ["alice: JOIN #room", "alice: MODE #room +be *!*@* bob!*@*"],
    line: "bob: JOIN #room",
    brings: [
      "bob < bob JOIN #room",
      "bob < 353 bob = #room @alice bob",
      "bob < 366 bob #room",
      "alice < bob JOIN #room",
    ],
  },
  {
    rule: "N6",
    fact: "a +I mask replaces an invitation",
    before: ["alice: JOIN #room", "alice: MODE #room +iI bob!*@*"],
    line: "bob: JOIN #room",
    brings: [
      "bob < bob JOIN #room",
      "bob < 353 bob = #room @alice bob",
      "bob < 366 bob #room",
      "alice < bob JOIN #room",
    ],
  },
  {
    rule: "N6",
    fact: "an operator's invitation overrides a ban and a limit",
    before: ["alice: JOIN #room", "alice: MODE #room +bil bob 1", "alice: INVITE bob #room"],
    line: "bob: JOIN #room",
    brings: [
      "bob < bob JOIN #room",
      "bob < 353 bob = #room @alice bob",
      "bob < 366 bob #room",
      "alice < bob JOIN #room",
    ],
  },
  // PART
  {
    rule: "N7",
    fact: "PART from an unknown channel is 403",
    line: "alice: PART #none",
    brings: ["alice < 403 alice #none"],
  },
  {
    rule: "N7",
    fact: "PART from a channel one is not in is 442",
    before: ["alice: JOIN #room"],
    line: "bob: PART #room",
    brings: ["bob < 442 bob #room"],
  },
  {
    rule: "N7",
    fact: "PART shows its reason to all",
    before: room,
    line: "bob: PART #room :so long",
    brings: ["bob < bob PART #room so long", "alice < bob PART #room so long"],
  },
  {
    rule: "N7",
    fact: "QUIT is shown to neighbours once, marked as a quit",
    before: [...room, "alice: JOIN #two", "bob: JOIN #two"],
    line: "bob: QUIT :so long",
    brings: ["bob < ERROR", "alice < bob QUIT Quit: so long"],
  },
  // TOPIC
  {
    rule: "N8",
    fact: "no topic is 331",
    before: room,
    line: "bob: TOPIC #room",
    brings: ["bob < 331 bob #room"],
  },
  {
    rule: "N8",
    fact: "the topic is 332 and 333",
    before: [...room, "alice: TOPIC #room :hello all"],
    line: "bob: TOPIC #room",
    brings: ["bob < 332 bob #room hello all", "bob < 333 bob #room alice TIME"],
  },
  {
    rule: "N8",
    fact: "with +t only operators may set the topic",
    before: room,
    line: "bob: TOPIC #room :mine",
    brings: ["bob < 482 bob #room"],
  },
  {
    rule: "N8",
    fact: "without +t members may set the topic",
    before: [...room, "alice: MODE #room -t"],
    line: "bob: TOPIC #room :mine",
    brings: ["bob < bob TOPIC #room mine", "alice < bob TOPIC #room mine"],
  },
  {
    rule: "N8",
    fact: "an empty topic removes it",
    before: [...room, "alice: TOPIC #room :hello"],
    line: "alice: TOPIC #room :",
    brings: ["alice < alice TOPIC #room ", "bob < alice TOPIC #room "],
  },
  {
    rule: "N8",
    fact: "non-members can't set the topic",
    before: ["alice: JOIN #room"],
    line: "bob: TOPIC #room :mine",
    brings: ["bob < 442 bob #room"],
  },
  // NAMES, LIST
  {
    rule: "N9",
    fact: "NAMES for several channels lists them all and ends once",
    before: [...room, "alice: JOIN #two"],
    line: "alice: NAMES #room,#two,#none",
    brings: [
      "alice < 353 alice = #room @alice bob",
      "alice < 353 alice = #two @alice",
      "alice < 366 alice #room,#two,#none",
    ],
  },
  {
    rule: "N9",
    fact: "NAMES for no channel only ends",
    line: "alice: NAMES #none",
    brings: ["alice < 366 alice #none"],
  },
  {
    rule: "N9",
    fact: "a secret channel lists its names to members only",
    before: ["alice: JOIN #room", "alice: MODE #room +s"],
    line: "bob: NAMES #room",
    brings: ["bob < 366 bob #room"],
  },
  {
    rule: "N9",
    fact: "an invisible member is hidden from non-members",
    before: ["alice: JOIN #room", "alice: MODE alice +i"],
    line: "bob: NAMES #room",
    brings: ["bob < 366 bob #room"],
  },
  {
    rule: "N9",
    fact: "multi-prefix and userhost-in-names show all statuses and the user host",
    caps: "multi-prefix userhost-in-names",
    before: ["alice: JOIN #room", "alice: MODE #room +v alice"],
    line: "alice: NAMES #room",
    brings: ["alice < 353 alice = #room @+alice!~alice@HOST", "alice < 366 alice #room"],
  },
  {
    rule: "N9",
    fact: "LIST leaves out secret channels",
    before: ["alice: JOIN #room,#secret", "alice: MODE #secret +s"],
    line: "bob: LIST",
    brings: [
      "bob < 321 bob Channel",
      "bob < 322 bob #radio 0 a topic",
      "bob < 322 bob #room 1 ",
      "bob < 323 bob",
    ],
  },
  {
    rule: "N9",
    fact: "LIST can filter by number of users",
    before: room,
    line: "bob: LIST >1",
    brings: ["bob < 321 bob Channel", "bob < 322 bob #room 2 ", "bob < 323 bob"],
  },
  // INVITE
  {
    rule: "N10",
    fact: "an invitation reaches the guest",
    before: ["alice: JOIN #room"],
    line: "alice: INVITE bob #room",
    brings: ["alice < 341 alice bob #room", "bob < alice INVITE bob #room"],
  },
  {
    rule: "N10",
    fact: "a member can't be invited",
    before: room,
    line: "alice: INVITE bob #room",
    brings: ["alice < 443 alice bob #room"],
  },
  {
    rule: "N10",
    fact: "non-members can't invite",
    before: ["alice: JOIN #room"],
    line: "bob: INVITE alice #room",
    brings: ["bob < 442 bob #room"],
  },
  {
    rule: "N10",
    fact: "inviting an unknown nick is 401",
    before: ["alice: JOIN #room"],
    line: "alice: INVITE ghost #room",
    brings: ["alice < 401 alice ghost"],
  },
  // KICK
  {
    rule: "N11",
    fact: "an operator kicks, and everyone sees it",
    before: room,
    line: "alice: KICK #room bob :enough",
    brings: ["alice < alice KICK #room bob enough", "bob < alice KICK #room bob enough"],
  },
  {
    rule: "N11",
    fact: "a kick without a reason shows the kicker's nick",
    before: room,
    line: "alice: KICK #room bob",
    brings: ["alice < alice KICK #room bob alice", "bob < alice KICK #room bob alice"],
  },
  {
    rule: "N11",
    fact: "a member without rank can't kick",
    before: room,
    line: "bob: KICK #room alice",
    brings: ["bob < 482 bob #room"],
  },
  {
    rule: "N11",
    fact: "a user outside the channel can't be kicked",
    before: ["alice: JOIN #room"],
    line: "alice: KICK #room bob",
    brings: ["alice < 441 alice bob #room"],
  },
  {
    rule: "N11",
    fact: "non-members can't kick",
    before: ["alice: JOIN #room"],
    line: "bob: KICK #room alice",
    brings: ["bob < 442 bob #room"],
  },
  {
    rule: "N11",
    fact: "several nicks are kicked in one line and announced one by one",
    before: room,
    line: "alice: KICK #room bob,alice :bye",
    brings: [
      "alice < alice KICK #room bob bye",
      "alice < alice KICK #room alice bye",
      "bob < alice KICK #room bob bye",
    ],
  },
  {
    rule: "N11",
    fact: "with several channels each loses its own nick",
    before: [...room, "alice: JOIN #two", "bob: JOIN #two"],
    line: "alice: KICK #room,#two bob,alice :bye",
    brings: [
      "alice < alice KICK #room bob bye",
      "alice < alice KICK #two alice bye",
      "bob < alice KICK #room bob bye",
      "bob < alice KICK #two alice bye",
    ],
  },
  {
    rule: "N11",
    fact: "several channels with a different number of nicks are 461",
    before: [...room, "alice: JOIN #two"],
    line: "alice: KICK #room,#two bob",
    brings: ["alice < 461 alice KICK"],
  },
  // MODE
  {
    rule: "N12",
    fact: "a channel's modes are 324 and 329",
    before: ["alice: JOIN #room", "alice: MODE #room +kl key 9"],
    line: "alice: MODE #room",
    brings: ["alice < 324 alice #room +ntkl key 9", "alice < 329 alice #room TIME"],
  },
  {
    rule: "N12",
    fact: "only members see the key",
    before: ["alice: JOIN #room", "alice: MODE #room +k key"],
    line: "bob: MODE #room",
    brings: ["bob < 324 bob #room +ntk *", "bob < 329 bob #room TIME"],
  },
  {
    rule: "N12",
    fact: "several changes are announced in one line, without those that change nothing",
    before: room,
    line: "alice: MODE #room +nmv-t+b bob ghost!*@*",
    brings: [
      "alice < alice MODE #room +mv-t+b bob ghost!*@*",
      "bob < alice MODE #room +mv-t+b bob ghost!*@*",
    ],
  },
  {
    rule: "N12",
    fact: "a line makes at most four changes with a param",
    before: room,
    line: "alice: MODE #room +bbbbb a b c d e",
    brings: [
      "alice < alice MODE #room +bbbb a!*@* b!*@* c!*@* d!*@*",
      "bob < alice MODE #room +bbbb a!*@* b!*@* c!*@* d!*@*",
    ],
  },
  {
    rule: "N12",
    fact: "an unknown mode is 472",
    before: ["alice: JOIN #room"],
    line: "alice: MODE #room +Y",
    brings: ["alice < 472 alice Y"],
  },
  {
    rule: "N12",
    fact: "mode changes without rank are 482",
    before: room,
    line: "bob: MODE #room +m",
    brings: ["bob < 482 bob #room"],
  },
  {
    rule: "N12",
    fact: "anyone may list the bans",
    before: [...room, "alice: MODE #room +b ghost!*@*"],
    line: "bob: MODE #room b",
    brings: ["bob < 367 bob #room ghost!*@* alice TIME", "bob < 368 bob #room"],
  },
  {
    rule: "N12",
    fact: "a status for an unknown nick is 401",
    before: ["alice: JOIN #room"],
    line: "alice: MODE #room +o ghost",
    brings: ["alice < 401 alice ghost"],
  },
  {
    rule: "N12",
    fact: "a status for a user outside the channel is 441",
    before: ["alice: JOIN #room"],
    line: "alice: MODE #room +o bob",
    brings: ["alice < 441 alice bob #room"],
  },
  {
    rule: "N12",
    fact: "a key with a comma is 696",
    before: ["alice: JOIN #room"],
    line: "alice: MODE #room +k a,b",
    brings: ["alice < 696 alice #room k *"],
  },
  {
    rule: "N12",
    fact: "an empty mask sets no ban",
    before: ["alice: JOIN #room"],
    line: "alice: MODE #room +b :",
    brings: ["alice < 696 alice #room b *"],
  },
  {
    rule: "N12",
    fact: "one's own modes are 221",
    line: "alice: MODE alice",
    brings: ["alice < 221 alice +"],
  },
  {
    rule: "N12",
    fact: "other users' modes are 502",
    line: "alice: MODE bob +i",
    brings: ["alice < 502 alice"],
  },
  {
    rule: "N12",
    fact: "users can't make themselves operators",
    line: "alice: MODE alice +oi",
    brings: ["alice < alice MODE alice +i"],
  },
  {
    rule: "N12",
    fact: "an unknown user mode is 501",
    line: "alice: MODE alice +Y",
    brings: ["alice < 501 alice"],
  },
  // PRIVMSG, NOTICE, TAGMSG
  {
    rule: "N13",
    fact: "a message reaches the others in the channel",
    before: room,
    line: "alice: PRIVMSG #room :hi  there",
    brings: ["bob < alice PRIVMSG #room hi  there"],
  },
  {
    rule: "N13",
    fact: "a message to oneself arrives once",
    line: "alice: PRIVMSG alice :note",
    brings: ["alice < alice PRIVMSG alice note"],
  },
  {
    rule: "N23",
    fact: "with echo-message it arrives twice, and the echo has the label",
    caps: "echo-message labeled-response batch",
    line: "alice: @label=1 PRIVMSG alice :note",
    brings: ["alice < alice PRIVMSG alice note", "alice < @label alice PRIVMSG alice note"],
  },
  {
    rule: "N23",
    fact: "so does a TAGMSG",
    caps: "echo-message labeled-response batch message-tags",
    line: "alice: @label=1;+react=x TAGMSG alice",
    brings: ["alice < @+react alice TAGMSG alice", "alice < @label,+react alice TAGMSG alice"],
  },
  {
    rule: "N13",
    fact: "echo-message also returns a channel message to its speaker",
    caps: "echo-message",
    before: room,
    line: "alice: PRIVMSG #room :hi",
    brings: ["alice < alice PRIVMSG #room hi", "bob < alice PRIVMSG #room hi"],
  },
  {
    rule: "N13",
    fact: "a private message reaches its recipient",
    line: "alice: PRIVMSG bob :hi",
    brings: ["bob < alice PRIVMSG bob hi"],
  },
  {
    rule: "N13",
    fact: "a message to an away user is answered with the away text",
    before: ["bob: AWAY :tea"],
    line: "alice: PRIVMSG bob :hi",
    brings: ["alice < 301 alice bob tea", "bob < alice PRIVMSG bob hi"],
  },
  { rule: "N13", fact: "no target is 411", line: "alice: PRIVMSG", brings: ["alice < 411 alice"] },
  {
    rule: "N13",
    fact: "no text is 412",
    line: "alice: PRIVMSG bob",
    brings: ["alice < 412 alice"],
  },
  {
    rule: "N13",
    fact: "a message to an unknown nick is 401",
    line: "alice: PRIVMSG ghost :hi",
    brings: ["alice < 401 alice ghost"],
  },
  {
    rule: "N13",
    fact: "more than four targets are 407",
    line: "alice: PRIVMSG a,b,c,d,e :hi",
    brings: ["alice < 407 alice a,b,c,d,e"],
  },
  { rule: "N13", fact: "NOTICE is never answered", line: "alice: NOTICE ghost :hi", brings: [] },
  {
    rule: "N13",
    fact: "@#channel reaches operators only",
    before: room,
    line: "bob: PRIVMSG @#room :help",
    brings: ["alice < bob PRIVMSG @#room help"],
  },
  {
    rule: "N13",
    fact: "a TAGMSG reaches clients with message-tags, along with its tags",
    caps: "message-tags",
    before: room,
    line: "alice: @+typing=active;secret=x TAGMSG #room",
    brings: ["bob < @+typing alice TAGMSG #room"],
  },
  {
    rule: "N13",
    fact: "a TAGMSG reaches no client without message-tags",
    before: room,
    line: "alice: TAGMSG #room",
    brings: [],
  },
  {
    rule: "N14",
    fact: "with +n non-members can't speak",
    before: ["alice: JOIN #room"],
    line: "bob: PRIVMSG #room :hi",
    brings: ["bob < 404 bob #room"],
  },
  {
    rule: "N14",
    fact: "with +m only operators and voiced members speak",
    before: [...room, "alice: MODE #room +m"],
    line: "bob: PRIVMSG #room :hi",
    brings: ["bob < 404 bob #room"],
  },
  {
    rule: "N14",
    fact: "voiced members speak with +m",
    before: [...room, "alice: MODE #room +mv bob"],
    line: "bob: PRIVMSG #room :hi",
    brings: ["alice < bob PRIVMSG #room hi"],
  },
  {
    rule: "N14",
    fact: "a ban silences a member",
    before: [...room, "alice: MODE #room +b bob"],
    line: "bob: PRIVMSG #room :hi",
    brings: ["bob < 404 bob #room"],
  },
  {
    rule: "N14",
    fact: "a mute silences",
    before: [...room, "alice: MODE #room +b ~m:bob"],
    line: "bob: PRIVMSG #room :hi",
    brings: ["bob < 404 bob #room"],
  },
  {
    rule: "N14",
    fact: "a mute exception lifts a mute",
    before: [...room, "alice: MODE #room +be ~m:*!*@* ~m:bob"],
    line: "bob: PRIVMSG #room :hi",
    brings: ["alice < bob PRIVMSG #room hi"],
  },
  {
    rule: "N14",
    fact: "a mute exception does not lift a ban",
    before: [...room, "alice: MODE #room +be bob ~m:bob"],
    line: "bob: PRIVMSG #room :hi",
    brings: ["bob < 404 bob #room"],
  },
  {
    rule: "N14",
    fact: "a mute does not keep anyone out",
    before: ["alice: JOIN #room", "alice: MODE #room +b ~m:bob"],
    line: "bob: JOIN #room",
    brings: [
      "bob < bob JOIN #room",
      "bob < 353 bob = #room @alice bob",
      "bob < 366 bob #room",
      "alice < bob JOIN #room",
    ],
  },
  {
    rule: "N14",
    fact: "with +C no CTCP gets through",
    before: [...room, "alice: MODE #room +C"],
    line: "bob: PRIVMSG #room :\u0001VERSION\u0001",
    brings: ["bob < 404 bob #room"],
  },
  {
    rule: "N14",
    fact: "with +C actions get through",
    before: [...room, "alice: MODE #room +C"],
    line: "bob: PRIVMSG #room :\u0001ACTION waves\u0001",
    brings: ["alice < bob PRIVMSG #room \u0001ACTION waves\u0001"],
  },
  // RELAYMSG
  {
    rule: "N15",
    fact: "an operator relays for a user of another network",
    before: room,
    line: "alice: RELAYMSG #room carol/web :hi",
    brings: ["bob < carol/web PRIVMSG #room hi"],
  },
  {
    rule: "N15",
    fact: "the relayed message names its relayer",
    caps: "draft/relaymsg",
    before: room,
    line: "alice: RELAYMSG #room carol/web :hi",
    brings: ["bob < @draft/relaymsg carol/web PRIVMSG #room hi"],
  },
  {
    rule: "N15",
    fact: "relaying needs rank",
    before: room,
    line: "bob: RELAYMSG #room carol/web :hi",
    brings: ["bob < FAIL RELAYMSG PRIVS_NEEDED #room Only channel operators may relay messages"],
  },
  {
    rule: "N15",
    fact: "a relayed nick must contain the separator",
    before: room,
    line: "alice: RELAYMSG #room bob :hi",
    brings: ["alice < FAIL RELAYMSG INVALID_NICK #room The nick must be like name/network"],
  },
  // WHO, WHOIS, WHOWAS, USERHOST, ISON
  {
    rule: "N16",
    fact: "WHO lists a channel's members",
    before: [...room, "bob: AWAY :tea"],
    line: "alice: WHO #room",
    brings: [
      "alice < 352 alice #room ~alice HOST irc.test.local alice H@ 0 alice real",
      "alice < 352 alice #room ~bob HOST irc.test.local bob G 0 bob real",
      "alice < 315 alice #room",
    ],
  },
  {
    rule: "N16",
    fact: "WHOX returns the requested fields in order",
    before: room,
    line: "alice: WHO #room %tcuhnfdar,743",
    brings: [
      "alice < 354 alice 743 #room ~alice HOST alice H@ 0 0 alice real",
      "alice < 354 alice 743 #room ~bob HOST bob H 0 0 bob real",
      "alice < 315 alice #room",
    ],
  },
  {
    rule: "N16",
    fact: "WHO matches a mask",
    line: "alice: WHO bo*",
    brings: [
      "alice < 352 alice * ~bob HOST irc.test.local bob H 0 bob real",
      "alice < 315 alice bo*",
    ],
  },
  {
    rule: "N16",
    fact: "WHOIS shows everything public",
    before: [...room, "bob: MODE bob +B"],
    line: "alice: WHOIS bob",
    brings: [
      "alice < 311 alice bob ~bob HOST * bob real",
      "alice < 319 alice bob #room",
      "alice < 312 alice bob irc.test.local TestNet",
      "alice < 335 alice bob",
      "alice < 317 alice bob 0 TIME",
      "alice < 318 alice bob",
    ],
  },
  {
    rule: "N16",
    fact: "WHOIS on oneself shows one's address",
    line: "alice: WHOIS alice",
    brings: [
      "alice < 311 alice alice ~alice HOST * alice real",
      "alice < 312 alice alice irc.test.local TestNet",
      "alice < 338 alice alice HOST",
      "alice < 317 alice alice 0 TIME",
      "alice < 318 alice alice",
    ],
  },
  {
    rule: "N16",
    fact: "WHOIS for an unknown nick is 401 and 318",
    line: "alice: WHOIS ghost",
    brings: ["alice < 401 alice ghost", "alice < 318 alice ghost"],
  },
  {
    rule: "N16",
    fact: "WHOIS hides secret channels",
    before: ["alice: JOIN #room", "alice: MODE #room +s"],
    line: "bob: WHOIS alice",
    brings: [
      "bob < 311 bob alice ~alice HOST * alice real",
      "bob < 312 bob alice irc.test.local TestNet",
      "bob < 317 bob alice 0 TIME",
      "bob < 318 bob alice",
    ],
  },
  {
    rule: "N16",
    fact: "WHOWAS remembers a former nick",
    before: ["bob: NICK robert"],
    line: "alice: WHOWAS bob 1",
    brings: [
      "alice < 314 alice bob ~bob HOST * bob real",
      "alice < 312 alice bob irc.test.local TIME",
      "alice < 369 alice bob",
    ],
  },
  {
    rule: "N16",
    fact: "WHOWAS for an unknown nick is 406 and 369",
    line: "alice: WHOWAS ghost",
    brings: ["alice < 406 alice ghost", "alice < 369 alice ghost"],
  },
  {
    rule: "N16",
    fact: "USERHOST shows who is away",
    before: ["bob: AWAY :tea"],
    line: "alice: USERHOST alice bob ghost",
    brings: ["alice < 302 alice alice=+~alice@HOST bob=-~bob@HOST"],
  },
  {
    rule: "N16",
    fact: "ISON lists who is online",
    line: "alice: ISON bob ghost :Alice",
    brings: ["alice < 303 alice bob alice"],
  },
  // AWAY, SETNAME, MONITOR
  { rule: "N17", fact: "AWAY is 306", line: "alice: AWAY :tea", brings: ["alice < 306 alice"] },
  {
    rule: "N17",
    fact: "coming back is 305",
    before: ["alice: AWAY :tea"],
    line: "alice: AWAY",
    brings: ["alice < 305 alice"],
  },
  {
    rule: "N17",
    fact: "away-notify notifies neighbours",
    caps: "away-notify",
    before: room,
    line: "alice: AWAY :tea",
    brings: ["alice < 306 alice", "bob < alice AWAY tea"],
  },
  {
    rule: "N17",
    fact: "SETNAME notifies neighbours",
    caps: "setname",
    before: room,
    line: "alice: SETNAME :A new name",
    brings: ["alice < alice SETNAME A new name", "bob < alice SETNAME A new name"],
  },
  {
    rule: "N18",
    fact: "MONITOR reports at once who is online",
    line: "alice: MONITOR + bob,ghost",
    brings: ["alice < 730 alice bob!~bob@HOST", "alice < 731 alice ghost"],
  },
  {
    rule: "N18",
    fact: "MONITOR reports who leaves, and who arrives by a nick change",
    before: ["alice: MONITOR + bob,robert"],
    line: "bob: NICK robert",
    brings: [
      "bob < bob NICK robert",
      "alice < 731 alice bob",
      "alice < 730 alice robert!~bob@HOST",
    ],
  },
  // the rest
  {
    rule: "N1",
    fact: "HELP for an unknown subject is 524",
    line: "alice: HELP frob",
    brings: ["alice < 524 alice frob"],
  },
  {
    rule: "N1",
    fact: "OPER finds no operator host",
    line: "alice: OPER a b",
    brings: ["alice < 491 alice"],
  },
  {
    rule: "N1",
    fact: "KILL is for server operators",
    line: "alice: KILL bob :bye",
    brings: ["alice < 481 alice"],
  },
  ...["KLINE *@192.0.2.1 :bye", "UNKLINE *@192.0.2.1", "STATS k", "REHASH"].map((command) => ({
    rule: "N43",
    fact: `${command} is for server operators`,
    line: `alice: ${command}`,
    brings: ["alice < 481 alice"],
  })),
  {
    rule: "N43",
    fact: "STATS for any other letter, or none, only ends",
    before: ["alice: STATS"],
    line: "alice: STATS u",
    brings: ["alice < 219 alice u End of /STATS report"],
  },
  {
    rule: "N1",
    fact: "LUSERS counts who is online",
    line: "alice: LUSERS",
    brings: [
      "alice < 251 alice There are 2 users and 0 invisible on 1 server",
      "alice < 252 alice 0 operator(s) online",
      "alice < 253 alice 0 unknown connection(s)",
      "alice < 254 alice 1 channels formed",
      "alice < 255 alice I have 2 clients and 0 servers",
      "alice < 265 alice 2 2 Current local users 2, max 2",
      "alice < 266 alice 2 2 Current global users 2, max 2",
    ],
  },
];

test.each(cases)("[$rule] $fact", async ({ caps, before = [], line, brings }) => {
  const cast = await castClients({
    port: server.port,
    nicks: ["alice", "bob"],
    ...(caps === undefined ? {} : { caps }),
  });

  const transcript = await playTranscript(cast, [...before, line]);

  const last = transcript.lastIndexOf(line);
  expect(transcript.slice(last + 1)).toEqual(brings);
  for (const client of cast.values()) {
    client.send("QUIT");
    await client.untilClosed();
  }
});

test("[N2] the welcome comes in the order clients expect", async () => {
  using client = await LineClient.connect({ port: server.port });
  client.send("NICK carol", "USER carol 0 * :Carol");

  const lines = await client.until(/ 221 /);

  const numerics = lines.map((line) => line.split(" ")[1]);
  expect(numerics).toEqual(
    "001 002 003 004 005 005 005 251 252 253 254 255 265 266 375 372 376 221".split(" "),
  );
  client.send("QUIT");
  await client.untilClosed();
});

test.each([
  ["NICK *", "432 * *"],
  ["NICK", "431 *"],
  ["USER a 0 * :", "461 * USER"],
  ["USER", "461 * USER"],
  ["FROB_NICATE", "451 *"],
])("[N2] %s before the welcome is answered: %s", async (line, answer) => {
  using client = await LineClient.connect({ port: server.port });
  client.send(line);

  expect((await client.sync()).map(normaliseLine)).toEqual([answer]);
});

test("[N2] a user name without ASCII letters still gets in", async () => {
  using client = await LineClient.connect({ port: server.port });
  client.send("NICK zhanna", "USER Жанна 0 * :Жанна");

  await client.until(/ 001 zhanna :.*zhanna!~user@/);
  client.send("QUIT");
  await client.untilClosed();
});

test("[N4] CAP delays the welcome until CAP END", async () => {
  using client = await LineClient.connect({ port: server.port });
  client.send("CAP LS 302", "NICK dave", "USER dave 0 * :Dave");

  const waiting = await client.sync();

  expect(waiting.map((line) => line.split(" ").slice(1, 4).join(" "))).toEqual(["CAP * LS"]);
  client.send("CAP END");
  await client.until(/ 001 dave /);
});

test("[N2] irssi's empty JOIN before the welcome gets 451 and does no harm", async () => {
  using client = await LineClient.connect({ port: server.port });
  client.send("JOIN :");

  const lines = await client.sync();

  expect(lines.map(normaliseLine)).toEqual(["451 *"]);
});

test.each([
  {
    client: "HexChat 2.16.1",
    sent: [
      "CAP LS 302",
      "NICK eve",
      "USER eve 0 * :Eve",
      "CAP REQ :account-notify account-tag away-notify cap-notify extended-join invite-notify multi-prefix server-time setname userhost-in-names",
      "CAP END",
      "JOIN #cap",
      "MODE #cap",
      "WHO #cap %chtsunfra,152",
    ],
    last: "354 eve 152 #cap",
  },
  {
    client: "irc-framework 4.14",
    sent: [
      "CAP LS 302",
      "NICK eve",
      "USER eve 0 * eve",
      "CAP REQ :account-notify account-tag away-notify batch cap-notify echo-message extended-join invite-notify message-tags multi-prefix server-time setname userhost-in-names",
      "CAP END",
      "PING 1774180000000",
      "JOIN #cap",
      "WHO #cap %tcuhsnfdaor,1",
    ],
    last: "354 eve 1 #cap",
  },
])("[N36] $client's opening lines bring it into a channel", async ({ sent, last }) => {
  using client = await LineClient.connect({ port: server.port });

  client.send(...sent);

  const lines = (await client.until(/ 315 /)).map((line) => line.replace(/^@\S+ /, ""));
  const words = lines.map((line) => line.split(" ").slice(1).join(" "));
  expect(words.filter((line) => /^(?:4\d\d|CAP \S+ NAK|FAIL) /.test(line))).toEqual([]);
  expect(words.find((line) => line.startsWith("CAP eve ACK"))).toBeDefined();
  expect(words.find((line) => line.startsWith("001 eve"))).toBeDefined();
  expect(words.at(-2)).toMatch(new RegExp(`^${last} `));
});

test("[N36] the server understands HexChat's own command spellings", async () => {
  using client = await LineClient.register({ port: server.port, nick: "heidi" });
  client.send("JOIN #hex ", "whois heidi");
  await client.sync();

  // Its /ban, /list and /cycle.
  client.send("MODE #hex +b  *!*ghost@*.example", "LIST >4,<10000", "PART #hex", "JOIN #hex ");

  const lines = (await client.sync()).map(normaliseLine);
  expect(lines).toEqual([
    "heidi MODE #hex +b *!*ghost@*.example",
    "321 heidi Channel",
    "323 heidi",
    "heidi PART #hex",
    "heidi JOIN #hex",
    "353 heidi = #hex @heidi",
    "366 heidi #hex",
  ]);
});
