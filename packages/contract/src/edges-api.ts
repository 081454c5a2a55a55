import { edgesCalls } from "./edges.ts";
import { defineApi } from "./endpoint.ts";

export const edgesApi = defineApi(edgesCalls, {
  listEdges: {
    access: "system_config",
    summary:
      "The edges that carry the stream elsewhere, with their listeners and the state of each",
    example: {
      response: [
        {
          id: "3b1f0c56-7c39-4c5d-9b0a-6a2f5a1d8e47",
          name: "paris",
          publicUrl: "https://paris.radio.example",
          weight: 10,
          state: "carrying",
          listeners: 214,
          lagMs: 320,
          since: "2026-01-02T20:15:00.000Z",
          listenerHours: 1830.5,
        },
      ],
    },
  },
});
