import { placesOf } from "../../packages/server/src/playlists/files/file-places.ts";
import { readPlaylistFile } from "../../packages/server/src/playlists/files/read-playlist-file.ts";
import { writePlaylistFile } from "../../packages/server/src/playlists/files/write-playlist-file.ts";
import { readCalendarDays } from "../../packages/server/src/schedule/holiday-rules.ts";
import { expectOneLine, expectPlain, expectSame, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

/** Playlist files that operators import and export: M3U, PLS, XSPF, JSPF; and holiday calendars. */
export const playlistFiles: FuzzTarget = {
  ...targetDefaults,
  seeds: [
    '#EXTM3U\n#PLAYLIST:Night\n#EXTINF:123 tvg="a,b",Ada - Night\n#EXTART:Ada\nmusic/a.mp3\nfile:///srv/b%20c.mp3\n',
    "[playlist]\nX-GNOME-Title=Night\nFile1=a.mp3\nTitle1=Ada - Night\nLength1=123\nFile000002=http://x/y\nNumberOfEntries=2\n",
    '<?xml version="1.0"?><!-- c --><playlist version="1" xmlns="http://xspf.org/ns/0/"><title>Night</title><trackList><track><location>file:///a%20b.mp3</location><title>A &amp; B &#233;</title><creator><![CDATA[Ada]]></creator><duration>123000</duration></track></trackList></playlist>',
    '{"playlist":{"title":"Night","track":[{"location":["file:///a.mp3"],"title":"A","creator":"Ada","duration":1000},{"location":"b.mp3"}]}}',
    "\xff\xfe#\0E\0X\0T\0M\x003\0U\0\n\0a\0.\0m\0p\x003\0",
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20300101\r\nSUMMARY:New\r\n  Year\r\nRRULE:FREQ=YEARLY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ],
  words: [
    "#EXTM3U",
    "#EXTINF:",
    "#EXTART:",
    "#PLAYLIST:",
    "[playlist]",
    "File1=",
    "Title1=",
    "Length1=",
    "999999",
    "<playlist",
    "<track>",
    "</track>",
    "<trackList>",
    "<location>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<!DOCTYPE",
    "<!ENTITY a 'b'>",
    "&a;",
    "&#x110000;",
    "&#0;",
    '"track":',
    '"location":',
    "file://",
    "..\\..\\",
    "C:\\",
    "%2e%2e%2f",
    "%00",
    "DTSTART:",
    "RRULE:",
    "VEVENT",
  ],
  run: (input) => {
    const reading = readPlaylistFile(input, "night.m3u8");
    expectPlain(reading, "a playlist");
    readCalendarDays(input.toString("utf8"), "2030-01-01");
    if (reading.kind !== "read") return;
    const { title, entries } = reading.playlist;
    for (const entry of entries) {
      for (const text of [entry.title, entry.artist])
        expectOneLine(text ?? "", "a text of a playlist");
      const places = placesOf(entry.location ?? "", ["/srv/music"]);
      expectPlain(places, "a place");
    }
    const tracks = entries.flatMap(({ location, ...said }) =>
      location === null
        ? []
        : [
            {
              path: location,
              title: said.title ?? "",
              artist: said.artist ?? "",
              album: null,
              durationMs: said.durationMs ?? 0,
            },
          ],
    );
    if (tracks.length === 0) return;
    for (const format of ["m3u8", "pls", "xspf", "jspf"] as const) {
      const written = writePlaylistFile({ title: title ?? "", tracks }, format);
      const again = readPlaylistFile(Buffer.from(written), `night.${format}`);
      expectThat(again.kind === "read", `what is written as ${format} can't be read`, again.kind);
      if (again.kind === "read")
        expectSame(again.playlist.entries.length, tracks.length, `${format} lost entries`);
    }
  },
};
