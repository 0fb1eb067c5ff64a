/**
 * The minutes of a quiz with extra time. Extra time granted in per cent and an adjustment of the exam serve the same purpose: the longer one
 * counts. Pure.
 */
export const minutesWith = (minutes: number, { percent, extra }: { percent: number; extra: number }): number =>
  minutes + Math.max(Math.ceil((minutes * percent) / 100), extra)
