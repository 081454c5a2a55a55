import { readAzuracast } from "./azuracast-rules.ts";
import { azuracastTables } from "./azuracast-columns.ts";
import { findDump, openDump } from "./dump-file.ts";
import { readIcecastOrigin } from "./icecast-origin.ts";
import { libretimeTables } from "./libretime-columns.ts";
import { readLibretime } from "./libretime-rules.ts";
import { readM3uOrigin } from "./m3u-origin.ts";
import { runInSlices } from "../programme/work-slices.ts";
import type { MovedStation, Origin } from "./moved-station.ts";
import { readSqlDump } from "./sql-dump.ts";

/**
 * @param stationName selects one of several stations; null: the only one
 * @throws UnreadableOrigin, and errors of the file system
 */
export async function readOrigin(
  origin: Origin,
  { place, stationName }: { readonly place: string; readonly stationName: string | null },
): Promise<MovedStation> {
  switch (origin) {
    case "azuracast": {
      const bytes = await openDump(await findDump(place));
      const dump = await readSqlDump(bytes, { tables: azuracastTables, dialect: "mysql" });
      return await runInSlices(readAzuracast(dump, stationName));
    }
    case "libretime": {
      const bytes = await openDump(await findDump(place));
      const dump = await readSqlDump(bytes, { tables: libretimeTables, dialect: "postgres" });
      return await runInSlices(readLibretime(dump));
    }
    case "m3u":
      return await readM3uOrigin(place);
    case "icecast":
      return await readIcecastOrigin(place);
    default:
      return origin satisfies never;
  }
}
