import { Readable } from "node:stream";
import { placeInside, useOf } from "../../packages/server/src/moving-in/archive-rules.ts";
import { azuracastTables } from "../../packages/server/src/moving-in/azuracast-columns.ts";
import { readAzuracast } from "../../packages/server/src/moving-in/azuracast-rules.ts";
import { PlaylistLog, readIcecastXml } from "../../packages/server/src/moving-in/icecast-rules.ts";
import { libretimeTables } from "../../packages/server/src/moving-in/libretime-columns.ts";
import { readLibretime } from "../../packages/server/src/moving-in/libretime-rules.ts";
import { linesOf } from "../../packages/server/src/moving-in/lines-of.ts";
import { UnreadableOrigin } from "../../packages/server/src/moving-in/moved-station.ts";
import { readSqlDump, type SqlDump } from "../../packages/server/src/moving-in/sql-dump.ts";
import { azuracastDump } from "../../packages/server/src/moving-in/test-azuracast.ts";
import { libretimeDump } from "../../packages/server/src/moving-in/test-libretime.ts";
import { finish, type Steps } from "../../packages/server/src/programme/small-steps.ts";
import { expectPlain, expectThat, orRefused, orRefusedLater } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

const tracks = [{ path: "A/it's.mp3", title: "It's (1,2);", artist: "Ann\\Bob", seconds: 200 }];

/** Dumps and settings of programs that a station can migrate from, and the names in their archives. */
export const movingIn: FuzzTarget = {
  ...targetDefaults,
  mostBytes: 16 * 1024,
  seeds: [
    azuracastDump(tracks),
    libretimeDump(tracks),
    "COPY public.constructor (id) FROM stdin;\n1\n\\.\nINSERT INTO `toString` (`id`) VALUES (1);\n",
    "CREATE TABLE `station` (\n  `id` int(11) NOT NULL,\n  `name` varchar(100)\n);\nINSERT INTO `station` (`id`, `name`) VALUES (1,'A'),(2,_binary 'b''c\\n'),(0x41,NULL);\n",
    'COPY public.cc_files (id, name, "artist_name") FROM stdin;\n1\ta\\tb\t\\N\n\\.\n',
    '<icecast><location>x</location><mount type="normal"><mount-name>/live.mp3</mount-name><password>p</password></mount></icecast>',
    "07/Mar/2027:18:30:05 +0100|/live.mp3|12|Artist - Title\n07/Mar/2027:18:33:05 +0100|/live.mp3|12|Other\n",
  ],
  words: [
    "CREATE TABLE ",
    "INSERT INTO ",
    "COPY public.",
    " FROM stdin;",
    "VALUES ",
    "\\.",
    "\\N",
    "NULL",
    "E'",
    "'',",
    "station",
    "station_media",
    "song_history",
    "cc_files",
    "cc_show",
    "cc_playout_history",
    "constructor",
    "__proto__",
    "(",
    ")",
    "),(",
    ";\n",
    "\t",
    "`",
    "PGDMP",
    "<mount>",
    "<mount-name>",
    "</mount>",
    "|",
    "-9999999999999",
  ],
  run: async (input) => {
    await readDump(input, { tables: azuracastTables, dialect: "mysql" }, (dump) =>
      readAzuracast(dump, null),
    );
    await readDump(input, { tables: libretimeTables, dialect: "postgres" }, readLibretime);
    const text = input.toString("utf8");
    expectPlain(readIcecastXml(text), "a station of Icecast");
    const log = new PlaylistLog();
    for await (const line of linesOf(Readable.from([input]))) log.add(line.text);
    expectPlain(log.plays, "plays");
    for (const name of text.split("\n").slice(0, 20)) {
      const place = placeInside(name);
      useOf(name);
      expectThat(
        place === null || !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(place),
        "a place is outside",
        place,
      );
    }
  },
};

async function readDump(
  input: Buffer,
  options: Parameters<typeof readSqlDump>[1],
  read: (dump: SqlDump) => Steps<unknown>,
): Promise<void> {
  const bytes = Readable.from([input.subarray(0, 1000), input.subarray(1000)]);
  const dump = await orRefusedLater(() => readSqlDump(bytes, options), [UnreadableOrigin]);
  if (dump === undefined) return;
  expectThat(dump.problems.length <= 20, "too many problems", dump.problems.length);
  for (const table of Object.keys(options.tables)) expectPlain(dump.rows(table), "rows");
  expectPlain(
    orRefused(() => finish(read(dump)), [UnreadableOrigin]),
    "a station",
  );
}
