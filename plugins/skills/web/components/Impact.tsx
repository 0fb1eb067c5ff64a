import { Box, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { givingSlot } from '#plugins/learning/contract/index'
import { SlotOutlet, StatusChip } from '#web/ui'
import { skillStatuses } from '../../contract/index.js'
import { type SkillValues, toInput } from '../skill_values.js'

const PAUSE = 500

/** The typed values, debounced. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * The effect of saving: the people who would lack the skill and from when, the number of courses needed, and their cost. The server saves,
 * reads the result and rolls back.
 */
export function Impact({ values, skill, ready }: { values: SkillValues; skill: number | null; ready: boolean }) {
  const t = useT()
  const format = useFormat()
  const { company, ...input } = useSettled({ ...toInput(values), company: values.company })
  const months = values.valid_months === '' || /^[1-9]\d{0,2}$/.test(values.valid_months)
  const complete = ready && months && input.name.trim() !== ''
  const body = { ...input, ...(company && !skill && { company: Number(company) }), ...(skill && { skill }) }
  // A query key of its own: it must not be refetched after the save, because the skill's own name would then be reported as taken.
  const { data, error } = useApiQuery(['skills_preview', body], () => api.skills.preview.create({ body }), {
    enabled: complete,
    keepPrevious: true,
  })
  const impact = complete && !error ? data?.data : undefined
  return (
    <Box
      component="section"
      aria-label={t('skills.impact.title')}
      aria-live="polite"
      sx={{ p: 4, borderRadius: '8px', border: '1px solid', borderColor: 'divider', bgcolor: 'background.default', minHeight: 96 }}
    >
      <Typography sx={{ fontWeight: 650 }}>{t('skills.impact.title')}</Typography>
      {!impact ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {t('skills.impact.waiting')}
        </Typography>
      ) : (
        <Stack sx={{ gap: 2, mt: 2 }}>
          <Typography variant="body2">
            {[
              t('skills.impact.held', { count: impact.held }),
              t('skills.impact.required', { count: impact.required }),
              ...(impact.lost ? [t('skills.impact.lost', { count: impact.lost })] : []),
              ...(impact.training?.minutes ? [t('skills.impact.hours', { hours: Math.ceil(impact.training.minutes / 60) })] : []),
              ...(impact.training?.cents ? [t('skills.impact.price', { price: format.money(impact.training.cents) })] : []),
            ].join(' ')}
          </Typography>
          {impact.training && (
            <SlotOutlet
              slot={givingSlot}
              with={{ courses: [impact.training.course], people: impact.training.people, company: Number(values.company) || 0 }}
            />
          )}
          {impact.required > 0 && (
            <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap' }}>
              {(['missing', 'ended', 'starting', 'ending', 'valid'] as const)
                .filter((state) => impact.states[state] > 0)
                .map((state) => (
                  <Stack key={state} direction="row" sx={{ gap: 2, alignItems: 'center' }}>
                    <StatusChip of={skillStatuses} status={state} />
                    <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                      {impact.states[state]}
                    </Typography>
                  </Stack>
                ))}
            </Stack>
          )}
          {impact.people.length > 0 && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {impact.people.map(({ name, valid_until: until }) => (until ? `${name} (${format.day(until)})` : name)).join(', ')}
              {impact.required - impact.states.valid > impact.people.length &&
                ` ${t('skills.impact.more', { count: impact.required - impact.states.valid - impact.people.length })}`}
            </Typography>
          )}
        </Stack>
      )}
    </Box>
  )
}
