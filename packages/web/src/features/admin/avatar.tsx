const SIZE = 5;

/** A picture made from a name alone, the same on every page: nobody else is asked for it. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      className="size-14 shrink-0 rounded-l bg-s3 fill-primary p-2"
      aria-hidden="true"
    >
      {avatarCells(name).map(({ x, y }) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="1" height="1" />
      ))}
    </svg>
  );
}

/** The lit cells of a grid of 5 by 5, the right half mirrors the left. Exported for its test. */
export function avatarCells(name: string): readonly { readonly x: number; readonly y: number }[] {
  const bits = hashOf(name);
  const cells = [];
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1) {
      const column = Math.min(x, SIZE - 1 - x);
      if (((bits >>> (y * 3 + column)) & 1) === 1) cells.push({ x, y });
    }
  return cells;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01_00_01_93);
  return hash >>> 0;
}
