// What is missing must be loud: any name that is not there throws instead of being undefined.

export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get: (held, key) => {
      if (!(key in held) && typeof key === 'string' && key !== 'then' && key !== 'toJSON') {
        throw new Error(`Electron stand-in: ${name}.${key} is missing`);
      }
      const value: unknown = Reflect.get(held, key);
      return typeof value === 'function' ? (value.bind(held) as unknown) : value;
    },
  });
}

export type StandInEvent<Extra extends object = object> = { defaultPrevented: boolean; preventDefault(): void } & Extra;

export function makeEvent<Extra extends object = object>(extra?: Extra): StandInEvent<Extra> {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
    ...extra,
  } as StandInEvent<Extra>;
  return event;
}
