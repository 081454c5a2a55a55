import { MAX_PLAYS } from "./moved-station.ts";
import type { WantedTable } from "./sql-dump.ts";

const columns = (text: string): WantedTable => ({ columns: text.split(" ") });
const counted: WantedTable = { columns: [] };

/** Columns read from LibreTime's tables; some exist only in older versions, or in Airtime. */
export const libretimeTables = {
  cc_music_dirs: columns("id directory"),
  cc_files: columns("id directory filepath track_title artist_name length cuein cueout hidden"),
  cc_playlist: columns("id name description"),
  cc_playlistcontents: columns("id playlist_id file_id block_id position"),
  cc_block: columns("id name description type"),
  cc_blockcontents: columns("id block_id file_id position"),
  cc_blockcriteria: columns("block_id criteria modifier value"),
  cc_show: columns(
    "id name description live_stream_using_airtime_auth live_stream_using_custom_auth has_autoplaylist autoplaylist_id",
  ),
  cc_show_days: columns(
    "id first_show last_show start_time timezone duration day repeat_type show_id",
  ),
  cc_show_hosts: columns("show_id subjs_id"),
  cc_subjs: columns("id login type first_name last_name email"),
  cc_pref: columns("subjid keystr valstr"),
  cc_stream_setting: columns("keyname value"),
  cc_playout_history: { ...columns("id file_id starts ends"), newest: MAX_PLAYS },
  cc_playout_history_metadata: { ...columns("history_id key value"), newest: 4 * MAX_PLAYS },
  cc_webstream: counted,
  cc_show_rebroadcast: counted,
  cc_listener_count: counted,
  podcast: counted,
} as const satisfies Readonly<Record<string, WantedTable>>;

/** LibreTime features without an equivalent here. */
export const libretimeUnmoved: readonly (readonly [string, string, string])[] = [
  ["cc_webstream", "web streams", "add them under Music Upload, External Stream"],
  ["cc_show_rebroadcast", "repeats of shows", "add their times to the schedule"],
  ["cc_listener_count", "counts of listeners", "the station counts its listeners itself"],
  ["podcast", "podcasts", "the station has none"],
];
