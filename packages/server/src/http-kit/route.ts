import {
  apiErrorSchema,
  type Access,
  type Endpoint,
  type ParsedRequestOf,
  type ResponseOf,
} from "@neonrelay/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller, Operator } from "../identity/rights-rules.ts";
import type { Visitor } from "../identity/visitor.ts";
import type { Peer } from "./peer.ts";
import { refuseUnknownFields } from "./unknown-fields.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Absent on anything but calls of the contract: pages and files, which are public. */
    access?: Access;
    /** The answer is the same for everyone: no session lookup, no cookie. */
    isForAnyone?: boolean;
    /** Pages of other sites may read the answer. */
    isForOtherSites?: boolean;
    /** See Endpoint. */
    refusal?: string;
    staysInMaintenance?: boolean;
    steersSound?: boolean;
    isUrgent?: boolean;
    isCostly?: boolean;
  }
  interface FastifyRequest {
    /** Set by the gate before any handler of a call runs. */
    caller: Caller;
    /** Where it comes from; behind a trusted proxy, the browser. */
    readonly peer: Peer;
    /** Cookies and other stored state are only for https. */
    readonly isSecure: boolean;
    /** Unknown fields in the file of a call that accepts files of other versions; see Endpoint.foreignField. */
    leftOut?: readonly string[];
    /** The person that limits and likes count; set with the caller. */
    visitor: Visitor;
    /**
     * For handlers that read the body themselves: identifies the sender again and refuses what they may no longer do.
     */
    readonly requireAccessAgain: () => Promise<void>;
  }
}

/** What a handler may need besides the parsed request: the caller and the answer's headers. */
export interface Call {
  readonly caller: Caller;
  readonly visitor: Visitor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function operatorOf({ caller, request }: Call): Operator {
  return { caller, address: request.peer.address };
}

/** One handler per endpoint; a missing one does not compile. */
export type HandlersFor<Api extends Record<string, Endpoint>> = {
  readonly [Name in keyof Api]: (
    request: ParsedRequestOf<Api[Name]>,
    call: Call,
  ) => Promise<ResponseOf<Api[Name]>>;
};

/** Registers every call of `api`, validated by its contract. */
export function addRoutes<Api extends Record<string, Endpoint>>(
  app: FastifyInstance,
  api: Api,
  handlers: HandlersFor<Api>,
): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    // The contract's types hold because Fastify has validated with the same endpoint's schemas.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the contract's adapters
    const handle = handlers[name] as (request: unknown, call: Call) => Promise<unknown>;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        access: endpoint.access,
        isForAnyone: endpoint.isForAnyone ?? false,
        isForOtherSites: endpoint.isForOtherSites ?? false,
        staysInMaintenance: endpoint.staysInMaintenance ?? false,
        steersSound: endpoint.steersSound ?? false,
        isUrgent: endpoint.isUrgent ?? false,
        isCostly: endpoint.isCostly ?? false,
        ...(endpoint.refusal !== undefined && { refusal: endpoint.refusal }),
      },
      ...(endpoint.largestBodyBytes !== undefined && { bodyLimit: endpoint.largestBodyBytes }),
      schema: {
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { 200: endpoint.response, "4xx": apiErrorSchema },
      },
      ...(endpoint.fileField === undefined && {
        preValidation: async (request) => {
          request.leftOut = refuseUnknownFields(endpoint, request.body);
        },
      }),
      handler: async (request, reply) => {
        const { params, query, body, caller, visitor } = request;
        return await handle({ params, query, body }, { caller, visitor, request, reply });
      },
    });
  }
}

/** Calls with their handlers, to be mounted once the parts that the handlers need are there. */
export function feature<Api extends Record<string, Endpoint>, Parts>(
  api: Api,
  handlersOf: (parts: Parts) => HandlersFor<Api>,
): (app: FastifyInstance, parts: Parts) => void {
  return (app, parts) => addRoutes(app, api, handlersOf(parts));
}
