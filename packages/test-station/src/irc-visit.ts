import { LineClient } from "../../irc/src/test-line-client.ts";
import { testAdmin } from "./test-station.ts";

export interface IrcVisit {
  /** As printed by a station. */
  readonly ircUrl: string;
  readonly nick: string;
  readonly isOperator: boolean;
}

/** A client in the station's channel, as a guest or logged in as the first super admin. The caller closes it. */
export async function visitIrc({ ircUrl, nick, isOperator }: IrcVisit): Promise<LineClient> {
  const { port, hash: channel } = new URL(ircUrl);
  const client = await LineClient.connect({ port: Number(port) });
  try {
    client.send("CAP REQ :sasl batch message-tags draft/chathistory");
    client.send(`NICK ${nick}`, `USER ${nick} 0 * :${nick}`);
    if (isOperator) {
      const { username, password } = testAdmin;
      const login = Buffer.from(`${username}\0${username}\0${password}`).toString("base64");
      client.send("AUTHENTICATE PLAIN", `AUTHENTICATE ${login}`);
      await client.until(/ 903 /);
    }
    client.send("CAP END");
    await client.until(/ (?:376|422) /);
    client.send(`JOIN ${channel}`);
    await client.sync();
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}
