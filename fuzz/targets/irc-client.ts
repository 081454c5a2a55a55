import { LineReader } from "@neonrelay/irc/protocol";
import { TestSession } from "../../packages/irc/src/client/test-session.ts";
import { decideIncoming } from "../../packages/server/src/irc/relay-rules.ts";
import { expectOneLine, expectPlain, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

/** Limit per line for events, and for what the line makes the station say. */
const MAX_EVENTS_PER_LINE = 600;
const MAX_LINES_PER_LINE = 50;

/** Anything an external IRC server may send to the bot, up to what the chat shows of it. */
export const ircClient: FuzzTarget = {
  ...targetDefaults,
  seeds: [
    ":s CAP * LS :sasl message-tags batch\r\n:s CAP * ACK :message-tags\r\n:s 001 bot :hi\r\n:s 005 bot PREFIX=(qaohv)~&@%+ CHANMODES=beI,k,l,imnpst CASEMAPPING=ascii NICKLEN=30 :are supported\r\n:s 376 bot :end\r\n:bot!b@h JOIN #radio\r\n:s 353 bot = #radio :bot @ann +eve\r\n:s 366 bot #radio :end\r\n",
    ":ann!a@h PRIVMSG #radio :\u000304,01red\u000f plain \u0002bold\r\n:ann!a@h PRIVMSG #radio :\u0001ACTION waves\u0001\r\n:ann!a@h NICK :bob\r\n:bob!a@h PART #radio :bye\r\n:s KICK #radio bot :out\r\n",
    ":s BATCH +1 netsplit a b\r\n@batch=1 :eve!e@h QUIT :a.b c.d\r\n:s BATCH -1\r\n:s MODE #radio +ok-b bot key *!*@*\r\n:s 332 bot #radio :topic\r\n:s 433 * bot :in use\r\nERROR :Closing link\r\n",
    ":s 354 bot 152 #radio user host nick H account\r\n:s 730 bot :nick!u@h\r\n:s FAIL CHATHISTORY X :y\r\n@time=2030-01-01T00:00:00.000Z;msgid=1 :ann!a@h PRIVMSG #radio :late\r\nPING :x\r\n",
  ],
  words: [
    "#radio",
    "bot",
    "ann",
    ":s ",
    ":ann!a@h ",
    "PRIVMSG #radio :",
    "\r\n",
    "005",
    "353",
    "366",
    "433",
    "BATCH +1 chathistory #radio",
    "@batch=1 ",
    "MODE",
    "KICK",
    "NICK",
    "CAP * ACK :",
    "PREFIX=",
    "CHANMODES=",
    "CASEMAPPING=",
    "LINELEN=",
    "TARGMAX=",
    "\u0001",
    "\u0003",
    "\u0004",
    "\u000f",
    "\u001d",
    "@",
    "+",
    ",",
  ],
  run: (input) => {
    const told = new TestSession({});
    told.register("message-tags batch server-time");
    told.join();
    const reader = new LineReader({
      maxBodyBytes: 512,
      maxTagBytes: 8191,
      otherwise: "windows-1252",
    });
    for (const line of reader.push(Buffer.concat([input, Buffer.from("\n")]))) {
      if (line.kind !== "line") continue;
      told.clear();
      told.receive(line.text);
      expectThat(told.events.length <= MAX_EVENTS_PER_LINE, "too many events", told.events.length);
      expectThat(told.sent.length <= MAX_LINES_PER_LINE, "a line makes too many", told.sent.length);
      for (const sent of told.sent) expectOneLine(sent, "what the bot sends");
      for (const event of told.events) {
        const shown = decideIncoming(event, {
          channel: "#radio",
          missedSinceMs: 0,
          chatNameOf: (nick) => nick,
        });
        expectPlain(shown, "what the chat shows");
      }
    }
    told.say({ text: input.toString("utf8").slice(0, 400) });
    told.clock.advance(60_000);
    for (const sent of told.sent) expectOneLine(sent, "what the bot sends");
    told.session.close({ reason: "over", sayGoodbye: false });
    told.channels.close();
    expectThat(told.clock.timers === 0, "timers are left", told.clock.timers);
  },
};
