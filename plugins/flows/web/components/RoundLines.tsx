import { Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import type { TimeLine } from '../../server/services/time_line.js'

/** The end of a round, and the start of the next one. */
export function RoundLines({
  line,
}: {
  line: Pick<TimeLine, 'joined_on' | 'finished_on' | 'ends_on' | 'repeat_on' | 'repeat_ends_on' | 'repeat_flow'>
}) {
  const t = useT()
  const format = useFormat()
  const { joined_on: joined, finished_on: finished, ends_on: ends, repeat_on: repeat, repeat_ends_on: nextEnd, repeat_flow: flow } = line
  return (
    <>
      {finished && <Typography>{t('flows.mine.finished', { date: format.dayInWords(finished) })}</Typography>}
      {!finished && ends && ends > joined && <Typography>{t('flows.person.ends', { date: format.dayInWords(ends) })}</Typography>}
      {repeat && (
        <Typography>
          {nextEnd
            ? t('flows.person.repeat_by', { date: format.dayInWords(repeat), end: format.dayInWords(nextEnd) })
            : t('flows.person.repeat', { date: format.dayInWords(repeat) })}
          {flow && `; ${t('flows.person.repeat_flow', { flow })}`}
        </Typography>
      )}
    </>
  )
}
