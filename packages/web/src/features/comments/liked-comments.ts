import { COMMENT_LIST_LIMIT, REPLY_LIST_LIMIT } from "@neonrelay/contract/callers";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { chooseSetting, onSettingChosen } from "../../browser/chosen-setting.ts";

const KEY = "neonrelay_liked";
/** Maximum comments and replies on the screen. */
const MOST = COMMENT_LIST_LIMIT + REPLY_LIST_LIMIT;

const idsSchema = z.array(z.uuid());

/**
 * Ids of the comments that this browser likes. The station counts likes per account or network and does not reveal
 * whose they are, so each browser remembers its own.
 */
export function useLikedComments(): ReadonlySet<string> {
  const [liked, setLiked] = useState(loadLiked);
  useEffect(() => onSettingChosen(KEY, (text) => setLiked(parseLiked(text))), []);
  return new Set(liked);
}

export function rememberLike(like: { readonly id: string; readonly isLiked: boolean }): void {
  chooseSetting(KEY, JSON.stringify(withLike(loadLiked(), like)));
}

/** @param liked newest last */
export function withLike(
  liked: readonly string[],
  { id, isLiked }: { readonly id: string; readonly isLiked: boolean },
): readonly string[] {
  const others = liked.filter((other) => other !== id);
  return isLiked ? [...others, id].slice(-MOST) : others;
}

/** @returns an empty list if unreadable */
export function parseLiked(text: string | null): readonly string[] {
  try {
    return idsSchema.safeParse(JSON.parse(text ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

function loadLiked(): readonly string[] {
  try {
    return parseLiked(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}
