import type { ReportPlay } from "./report-play.ts";

/** A play of a complete track that ten people in two countries heard. */
export function reportPlay(more: Partial<ReportPlay> = {}): ReportPlay {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    startedAtMs: Date.parse("2027-03-01T12:00:00Z"),
    kind: "music",
    trackId: "00000000-0000-4000-8000-00000000000a",
    artist: "Neon Coast",
    title: "Night Drive",
    album: "Signals",
    label: "Relay Records",
    isrc: "DEA123456789",
    djName: "",
    durationMs: 180_000,
    playedMs: 180_000,
    seconds: 1800,
    atStart: 8,
    joined: 2,
    countries: { US: 900, DE: 900 },
    ...more,
  };
}

export const liveTitle = reportPlay({
  id: "00000000-0000-4000-8000-000000000002",
  startedAtMs: Date.parse("2027-03-01T13:00:00Z"),
  kind: "live",
  trackId: null,
  artist: "=Ada",
  title: 'One | "two" ^, three',
  album: "",
  label: "",
  isrc: "",
  djName: "ada",
  durationMs: null,
  playedMs: 60_400,
  seconds: 600,
  atStart: 5,
  joined: 0,
  countries: { "": 600 },
});

export const jingle = reportPlay({
  id: "00000000-0000-4000-8000-000000000003",
  startedAtMs: Date.parse("2027-03-01T14:00:00Z"),
  kind: "jingle",
  title: "Ident",
  seconds: 1200,
  countries: { US: 1200 },
});
