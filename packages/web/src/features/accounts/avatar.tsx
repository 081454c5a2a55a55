/**
 * A picture derived from a name, the same on every page, without a request. Its margin is part of the drawing:
 * percentage padding would be relative to the parent.
 */
export function Avatar({
  name,
  className = "size-14 rounded-l",
}: {
  readonly name: string;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="-1 -1 7 7"
      className={`shrink-0 bg-s3 fill-primary-edge ${className}`}
      aria-hidden="true"
    >
      <path d={avatarPath(name)} />
    </svg>
  );
}

const SIZE = 5;

/** Path of a picture derived from a name: the lit cells of a 5 by 5 grid whose right half mirrors the left. */
export function avatarPath(name: string): string {
  const bits = hashOf(name);
  let path = "";
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1) {
      const column = Math.min(x, SIZE - 1 - x);
      if (((bits >>> (y * 3 + column)) & 1) === 1) path += `M${x} ${y}h1v1h-1z`;
    }
  return path;
}

/** The same as a data: URL. */
export function avatarImage(name: string): string {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"><path d="${avatarPath(name)}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01_00_01_93);
  return hash >>> 0;
}
