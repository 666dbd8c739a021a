// Texts that are the same in every language.

/** The time of a day to the millisecond, as logs are read. */
export function timeOfDay(at: number): string {
  const then = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(then.getHours())}:${two(then.getMinutes())}:${two(then.getSeconds())}.${String(then.getMilliseconds()).padStart(3, '0')}`;
}
