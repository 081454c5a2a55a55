/** What a key does in a row of a list; rows count from 0. */
type RowKeyAction =
  | { readonly kind: "focus"; readonly row: number }
  | { readonly kind: "move"; readonly row: number }
  | { readonly kind: "remove" };

/** undefined: no action, for example past the ends. */
export function rowKeyAction(
  press: { readonly key: string; readonly altKey: boolean },
  { row, count }: { readonly row: number; readonly count: number },
): RowKeyAction | undefined {
  if (row === -1) return undefined;
  if (press.key === "Delete") return { kind: "remove" };
  const kind = press.altKey ? "move" : "focus";
  const target = targetOf(press.key, { row, count });
  if (target === undefined || target === row || target < 0 || target >= count) return undefined;
  return { kind, row: target };
}

function targetOf(
  key: string,
  { row, count }: { readonly row: number; readonly count: number },
): number | undefined {
  if (key === "ArrowUp") return row - 1;
  if (key === "ArrowDown") return row + 1;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
