import { MAX_PLAYS } from "./moved-station.ts";
import type { WantedTable } from "./sql-dump.ts";

const columns = (text: string): WantedTable => ({ columns: text.split(" ") });
const counted: WantedTable = { columns: [] };

/** Columns read from AzuraCast's tables; some exist only in older versions. */
export const azuracastTables = {
  station: columns("id name short_name frontend_config timezone media_storage_location_id"),
  station_media: columns(
    "id storage_location_id station_id path title artist length extra_metadata cue_in cue_out",
  ),
  station_playlists: columns(
    "id station_id name description type source playback_order is_enabled is_jingle play_per_songs play_per_minutes play_per_hour_minute weight",
  ),
  station_playlist_media: columns("id playlist_id media_id weight"),
  station_playlist_folders: columns("playlist_id path"),
  station_schedules: columns(
    "id playlist_id streamer_id start_time end_time start_date end_date days loop_once",
  ),
  station_streamers: columns(
    "id station_id streamer_username streamer_password display_name is_active comments",
  ),
  station_mounts: columns("id station_id name autodj_format relay_url custom_listen_url"),
  song_history: {
    ...columns(
      "id station_id media_id streamer_id title artist timestamp_start duration is_visible",
    ),
    newest: MAX_PLAYS,
  },
  station_remotes: counted,
  station_webhooks: counted,
  station_hls_streams: counted,
  station_media_custom_field: counted,
  podcast: counted,
  podcast_episode: counted,
  sftp_user: counted,
  users: counted,
  listener: counted,
} as const satisfies Readonly<Record<string, WantedTable>>;

/** AzuraCast features without an equivalent here. */
export const azuracastUnmoved: readonly (readonly [string, string, string])[] = [
  ["station_remotes", "relays to other servers", "add them under Settings, Streaming"],
  ["station_webhooks", "web hooks", "the station has none"],
  ["station_hls_streams", "HLS streams", "switch HLS on under Settings, Streaming"],
  ["station_media_custom_field", "values of custom fields", "the library has none"],
  ["podcast", "podcasts", "the station has none"],
  ["podcast_episode", "episodes of podcasts", "the station has none"],
  ["sftp_user", "SFTP users", "upload in the browser, or copy into a music folder"],
  ["users", "administrator accounts", "create them with the role they need"],
  ["listener", "connections of listeners", "the station counts its listeners itself"],
];
