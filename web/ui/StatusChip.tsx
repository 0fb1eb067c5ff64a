import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { defineStatuses, type Statuses } from '#core/contract/statuses'
import type { ToneName } from '#themes/index'
import { useT } from '#web/i18n'
import { Icon } from './icons/index.js'
import type { IconName } from './icons/index.js'

/** Statuses of members and companies, core's own. */
export const activeStatuses = defineStatuses('core.status.active', {
  active: ['success', 'success'],
  inactive: ['neutral', 'blocked'],
})

/** Every status, such as for the options of a filter. */
export function statusesOf<S extends string>(of: Statuses<S>): S[] {
  return Object.keys(of.looks) as S[]
}

export interface ToneChipProps {
  tone: ToneName
  icon: IconName | (string & {})
  label: string
  /** Shows only the icon in a list's row; the text is in its tooltip and for screen readers. */
  short?: string
}

/** Icon, text and colour together. For a status use <StatusChip>. */
export function ToneChip({ tone, icon, label, short }: ToneChipProps) {
  const colors = useTheme().tones[tone]
  return (
    <Box
      component="span"
      {...(short !== undefined && { role: 'img', 'aria-label': label, title: label })}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: '6px',
        height: 24,
        px: 2,
        maxWidth: '100%',
        borderRadius: '6px',
        border: `1px solid ${colors.border}`,
        bgcolor: colors.soft,
        color: colors.text,
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: '20px',
        whiteSpace: 'nowrap',
      }}
    >
      <Icon name={icon} sx={{ fontSize: 16 }} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {short ?? label}
      </Box>
    </Box>
  )
}

export interface StatusChipProps<S extends string> {
  /** The statuses, declared by the plugin (`defineStatuses`). */
  of: Statuses<S>
  /** The status from the server; an unknown one is shown neutrally by its own name. */
  status: S | (string & {})
}

/** The status of a thing: `<StatusChip of={attemptStatuses} status={row.status} />` */
export function StatusChip<S extends string>({ of, status }: StatusChipProps<S>) {
  const t = useT()
  const look = Object.hasOwn(of.looks, status) ? of.looks[status as S] : undefined
  if (!look) return <ToneChip tone="neutral" icon="question" label={status} />
  return <ToneChip tone={look[0]} icon={look[1]} label={t(`${of.words}.${status}`)} />
}
