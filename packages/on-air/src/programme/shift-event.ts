import type { EngineEvent } from "../engine/engine-protocol.ts";

type PlacedEvent = Extract<
  EngineEvent,
  {
    readonly kind:
      | "play.started"
      | "play.hurried"
      | "play.marked"
      | "play.moved"
      | "over.started"
      | "over.alone";
  }
>;

/** The event with its positions moved later by this many samples. */
export function shiftEvent(event: PlacedEvent, bySamples: number): PlacedEvent {
  switch (event.kind) {
    case "play.started":
      return {
        ...event,
        audioStartSamples: event.audioStartSamples + bySamples,
        titleSamples: event.titleSamples + bySamples,
      };
    case "play.hurried":
    case "over.alone":
      return { ...event, titleSamples: event.titleSamples + bySamples };
    case "play.marked":
      return { ...event, positionSamples: event.positionSamples + bySamples };
    case "play.moved":
    case "over.started":
      return { ...event, audioStartSamples: event.audioStartSamples + bySamples };
    default:
      return event satisfies never;
  }
}
