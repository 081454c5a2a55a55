import type { SlotContent } from "@neonrelay/contract/callers";
import { lineColor } from "../../../ui/programme-color.ts";

/** The colour of a slot's content. */
export function slotColor(content: SlotContent): string {
  switch (content.kind) {
    case "playlist":
      return lineColor("cyan");
    case "track":
      return lineColor("violet");
    case "requests":
      return lineColor("green");
    case "break":
      return lineColor("amber");
    case "content":
      switch (content.contentKind) {
        case "music":
          return lineColor("cyan");
        case "jingle":
          return lineColor("magenta");
        case "spot":
          return lineColor("amber");
        case "speech":
          return lineColor("green");
        default:
          return content.contentKind satisfies never;
      }
    default:
      return content satisfies never;
  }
}
