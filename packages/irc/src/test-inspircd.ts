/** A real InspIRCd 3 with the IRCv3 modules Debian has, for tests. */
import { TestIrcServer, type TestServerPlace, type TestServerTls } from "./test-irc-server.ts";

export interface TestInspircdOptions {
  readonly password?: string;
  /** Listens on `tlsPort` as well. */
  readonly tls?: TestServerTls;
  /** Tells all clients by STS to use TLS, for five minutes. */
  readonly hasSts?: boolean;
  /**
   * What happens to more than ten lines at once: by default they slow to one a second, `kill` ends the connection,
   * `none` sets no limit.
   */
  readonly flood?: "slow" | "kill" | "none";
  /** Unique within a network of several servers. */
  readonly name?: string;
  /** Configuration tags, such as `<module name="connflood">`. */
  readonly tags?: readonly string[];
}

const modules = [
  ..."cap ircv3 ircv3_accounttag ircv3_batch ircv3_capnotify ircv3_ctctags ircv3_echomessage".split(
    " ",
  ),
  ..."ircv3_labeledresponse ircv3_msgid ircv3_servertime ircv3_invitenotify namesx uhnames".split(
    " ",
  ),
  ..."monitor chghost chanhistory cgiirc md5 sha256 banexception inviteexception".split(" "),
];

export async function startInspircd(options: TestInspircdOptions = {}): Promise<TestIrcServer> {
  const asRoot = process.getuid?.() === 0 ? ["--runasroot"] : [];
  return await TestIrcServer.start({
    file: "/usr/sbin/inspircd",
    parametersIn: (folder) => ["--nofork", ...asRoot, "--config", `${folder}/inspircd.conf`],
    filesAt: (place) => ({
      "inspircd.conf": configuration(options, place),
      "inspircd.motd": "hi\n",
    }),
    tls: options.tls,
  });
}

function configuration(
  {
    password,
    tls,
    hasSts = false,
    flood = "none",
    name = "irc.test.local",
    tags = [],
  }: TestInspircdOptions,
  { port, tlsPort, folder }: TestServerPlace,
): string {
  const [threshold, commandrate] = flood === "none" ? [100_000, 100_000_000] : [10, 1000];
  const passwordAttribute = password === undefined ? "" : ` password="${password}"`;
  return [
    // Without an id it is derived from name and description.
    `<server name="${name}" description="test" network="TestNet">`,
    '<admin name="x" nick="x" email="x@example.org">',
    `<bind address="127.0.0.1" port="${port}" type="clients">`,
    `<connect allow="*" timeout="60" pingfreq="120" recvq="8192" softsendq="8192" hardsendq="1048576"`,
    `  localmax="500" globalmax="500" threshold="${threshold}" commandrate="${commandrate}"`,
    `  fakelag="${flood === "kill" ? "no" : "yes"}" resolvehostnames="no" useident="no" usednsbl="no"`,
    `  useconnectban="no" useconnflood="${tags.some((tag) => tag.includes("connflood")) ? "yes" : "no"}"${passwordAttribute}>`,
    '<class name="All" commands="*" privs="*" usermodes="*" chanmodes="*"><type name="NetAdmin" classes="All">',
    '<oper name="op" password="oppw" host="*@*" type="NetAdmin">',
    ...modules.map((name) => `<module name="${name}">`),
    ...(tls === undefined
      ? []
      : [
          '<module name="ssl_gnutls">',
          `<sslprofile name="Clients" provider="gnutls" cafile="" certfile="${folder}/cert.pem" keyfile="${folder}/key.pem">`,
          `<bind address="127.0.0.1" port="${tlsPort}" type="clients" sslprofile="Clients">`,
          '<module name="sslinfo">',
        ]),
    ...(hasSts
      ? [
          '<module name="ircv3_sts">',
          `<sts host="localhost" duration="5m" port="${tlsPort}" preload="no">`,
        ]
      : []),
    '<cgihost type="webirc" mask="127.0.0.1" password="webircpw">',
    '<options casemapping="ascii" defaultmodes="not"><limits maxnick="30" maxtopic="307" maxident="11">',
    `<log method="file" type="* -USERINPUT -USEROUTPUT" level="default" target="${folder}/inspircd.log">`,
    `<pid file="${folder}/inspircd.pid"><files motd="${folder}/inspircd.motd">`,
    ...tags,
    "",
  ].join("\n");
}
