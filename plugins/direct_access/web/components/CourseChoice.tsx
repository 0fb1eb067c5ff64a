import { Box, ButtonBase, Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { onHover } from '#themes/index'
import type { EntranceView } from '../../server/transformers/direct_access.js'
import { useNameOf } from '../words.js'

interface CourseChoiceProps {
  entrance: EntranceView
  chosen?: number | null
  disabled?: boolean
  onCourse: (course: number) => void
}

/** The courses of a company's link, to tap. Each shows its duration and requirements. */
export function CourseChoice({ entrance, chosen = null, disabled = false, onCourse }: CourseChoiceProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = useNameOf()
  return (
    <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 3 }} aria-label={t('direct_access.enter.choose')}>
      {entrance.courses.map(({ id, name, minutes, direct_access: isFree, needs_computer: needsComputer }) => {
        const visit = entrance.person.visits.find(({ course_id: course }) => course === id)
        const facts = [
          format.minutes(minutes),
          needsComputer && t('direct_access.enter.needs_computer'),
          visit ? t(`direct_access.status.${visit.status}`) : !isFree && t('direct_access.enter.asks_supervisor'),
        ].filter(Boolean)
        return (
          <li key={id}>
            <ButtonBase
              disabled={disabled}
              aria-pressed={chosen === id}
              onClick={() => onCourse(id)}
              sx={({ surfaces, brand }) => ({
                width: '100%',
                p: 4,
                gap: 3,
                minHeight: 64,
                justifyContent: 'space-between',
                textAlign: 'left',
                border: `1px solid ${chosen === id ? brand.primary.edge : surfaces.controlBorder}`,
                borderRadius: 1,
                bgcolor: chosen === id ? brand.primary.soft : 'background.paper',
                ...onHover({ bgcolor: 'action.hover' }),
              })}
            >
              <Box component="span">
                <Typography component="span" sx={{ display: 'block', fontWeight: 600 }}>
                  {nameOf(name)}
                </Typography>
                <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                  {facts.join(' · ')}
                </Typography>
              </Box>
              <Icon name={chosen === id ? 'check' : 'next'} />
            </ButtonBase>
          </li>
        )
      })}
    </Stack>
  )
}
