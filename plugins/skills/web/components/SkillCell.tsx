import { Box, ButtonBase } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { skillStatuses } from '../../contract/index.js'
import type { SkillCell as Cell } from '../../server/transformers/skills_transformer.js'

interface SkillCellProps {
  cell: Cell
  /** Whose and which, for who does not see where it stands. */
  of: string
  tabIndex: 0 | -1
  onOpen: () => void
}

/** One person and one skill: sign, colour and words; a click tells where it came from. */
export function SkillCell({ cell, of, tabIndex, onOpen }: SkillCellProps) {
  const t = useT()
  const format = useFormat()
  const [tone, icon] = skillStatuses.looks[cell.state]
  const colors = useTheme().tones[tone]
  const state = t(`skills.state.${cell.state}`)
  const until = cell.valid_until ? t('skills.until', { day: format.day(cell.valid_until) ?? '' }) : null
  return (
    <ButtonBase
      onClick={onOpen}
      tabIndex={tabIndex}
      aria-label={`${of}: ${[state, until, cell.required && t('skills.required')].filter(Boolean).join(', ')}`}
      sx={{
        display: 'flex',
        width: '100%',
        gap: 2,
        justifyContent: 'flex-start',
        textAlign: 'left',
        minHeight: 44,
        maxWidth: 280,
        px: 2,
        borderRadius: '6px',
        font: 'inherit',
        bgcolor: colors.soft,
        color: colors.text,
        border: '1px solid',
        borderColor: colors.border,
        '&:focus-visible': { outline: '2px solid', outlineOffset: 1, outlineColor: 'primary.main' },
      }}
    >
      <Icon name={icon} sx={{ fontSize: 18, flexShrink: 0 }} />
      <Box component="span" sx={{ minWidth: 0, lineHeight: '16px' }}>
        <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
          {state}
        </Box>
        {cell.valid_until && (
          <Box component="span" sx={{ display: 'block', fontSize: '0.75rem' }}>
            {format.day(cell.valid_until)}
          </Box>
        )}
      </Box>
    </ButtonBase>
  )
}
