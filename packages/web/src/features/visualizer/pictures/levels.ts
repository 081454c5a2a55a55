import type { Pen, Picture } from "../picture.ts";

const SEGMENTS = 48;
const FLOOR_DB = -48;
const FALL_DB_PER_SECOND = 20;
const HOLD_SECONDS = 1.2;
/** Space beside the meters for their names. */
const NAME_PX = 16;
const MARKS_DB = [-48, -36, -24, -12, -6, -3, 0] as const;
/** Segments change colour at these levels. */
const WARN_DB = -9;
const DANGER_DB = -3;

interface Channel {
  readonly name: string;
  db: number;
  heldDb: number;
  heldSeconds: number;
}

/** Two meters of 48 segments, L above R, with the highest level held for a while. */
export function createLevels(): Picture {
  const channels: Channel[] = ["L", "R"].map((name) => ({
    name,
    db: FLOOR_DB,
    heldDb: FLOOR_DB,
    heldSeconds: 0,
  }));
  return (pen, frame, { seconds }) => {
    const { context, width, height, ratio } = pen;
    context.clearRect(0, 0, width, height);
    const gap = 10 * ratio;
    const scale = 22 * ratio;
    const tall = Math.max(8 * ratio, Math.min(90 * ratio, (height - scale - 3 * gap) / 2));
    const top = (height - scale - gap - 2 * tall) / 2;
    channels.forEach((channel, index) => {
      settle(channel, (index === 0 ? frame.rmsLeftDb : frame.rmsRightDb) ?? FLOOR_DB, seconds);
      drawMeter(pen, channel, { y: top + index * (tall + gap), tall });
    });
    drawScale(pen, top + 2 * (tall + gap) + 4 * ratio);
  };
}

function settle(channel: Channel, db: number, seconds: number): void {
  channel.db = Math.max(db, channel.db - FALL_DB_PER_SECOND * seconds, FLOOR_DB);
  channel.heldSeconds += seconds;
  if (channel.db >= channel.heldDb) {
    channel.heldDb = channel.db;
    channel.heldSeconds = 0;
  } else if (channel.heldSeconds > HOLD_SECONDS) {
    channel.heldDb = Math.max(channel.db, channel.heldDb - FALL_DB_PER_SECOND * seconds);
  }
}

function drawMeter(
  { context, width, ratio, colours }: Pen,
  channel: Channel,
  { y, tall }: { readonly y: number; readonly tall: number },
): void {
  const left = NAME_PX * ratio;
  const pitch = (width - left) / SEGMENTS;
  context.font = `${12 * ratio}px ui-monospace, monospace`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = colours.text;
  context.fillText(channel.name, 0, y + tall / 2);
  const lit = segmentOf(channel.db);
  const held = segmentOf(channel.heldDb) - 1;
  const zones = [
    { from: FLOOR_DB, colour: colours.accent },
    { from: WARN_DB, colour: colours.warn },
    { from: DANGER_DB, colour: colours.danger },
  ];
  zones.forEach(({ from, colour }, zone) => {
    const first = Math.ceil(segmentOf(from));
    const end = Math.ceil(segmentOf(zones[zone + 1]?.from ?? 0));
    context.fillStyle = colour;
    for (const [isLit, alpha] of [
      [true, 1],
      [false, 0.1],
    ] as const) {
      context.beginPath();
      for (let segment = first; segment < end; segment += 1)
        if ((segment < lit || segment === Math.floor(held)) === isLit)
          context.rect(left + segment * pitch, y, pitch * 0.72, tall);
      context.globalAlpha = alpha;
      context.fill();
    }
    context.globalAlpha = 1;
  });
}

function drawScale({ context, width, ratio, colours }: Pen, y: number): void {
  context.font = `${11 * ratio}px ui-monospace, monospace`;
  context.textBaseline = "top";
  context.fillStyle = colours.faint;
  for (const db of MARKS_DB) {
    const left = NAME_PX * ratio;
    const x = left + (segmentOf(db) / SEGMENTS) * (width - left);
    context.textAlign = db === FLOOR_DB ? "left" : db === 0 ? "right" : "center";
    context.fillText(String(db), x, y);
  }
}

/** How many segments a level lights up. */
function segmentOf(db: number): number {
  return SEGMENTS * Math.max(0, Math.min(1, 1 - db / FLOOR_DB));
}
