import { SpanKind } from "@opentelemetry/api";
import { withSpan } from "#api/tracing.ts";

/**
 * Wraps `provider` with a span per call of the given methods ("mail send" for a provider called
 * `mail`), which shows how much of a request's or job's duration is spent in other servers.
 */
export function traceMethods<Provider extends object>(
  provider: Provider,
  name: string,
  methods: readonly (keyof Provider & string)[],
): Provider {
  const traced = new Set<PropertyKey>(methods);
  return new Proxy(provider, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      if (!traced.has(key)) return value.bind(target);
      return (...given: unknown[]) =>
        withSpan(
          `${name} ${String(key)}`,
          () => Reflect.apply(value, target, given),
          SpanKind.CLIENT,
        );
    },
  });
}
