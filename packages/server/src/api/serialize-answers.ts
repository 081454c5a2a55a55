import type { FastifySerializerCompiler } from "fastify";
import { ResponseSerializationError } from "fastify-type-provider-zod";
import * as z from "zod/mini";

/**
 * Writes answers as JSON with what the contract names of them, and nothing else. Each schema is compiled with its first
 * answer: checking a page of the library costs a twentieth then.
 * @throws ResponseSerializationError when an answer is not what the contract names
 */
export const serializeAnswers: FastifySerializerCompiler<z.ZodMiniType> = ({
  schema,
  method,
  url,
}) => {
  let compiled: z.ZodMiniType | null = null;
  return (answer) => {
    compiled ??= z.compile(schema);
    const { data, error } = z.safeParse(compiled, answer);
    if (error !== undefined) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };
};
