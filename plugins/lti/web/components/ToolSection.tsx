import { Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { Section, SegmentedControl } from '#web/ui'
import type { ToolAddresses } from '../calls.js'
import { CopyLine } from './CopyLine.js'

const SYSTEMS = ['moodle', 'canvas', 'brightspace', 'blackboard'] as const
type System = (typeof SYSTEMS)[number]
type Given = Omit<ToolAddresses, 'register'> & { origin: string; host: string }

/** The fields of each system, in the order of its own form; by field name: `lti.tool.<system>.<field>`. */
const FIELDS: Record<System, readonly { field: string; value: keyof Given }[]> = {
  moodle: [
    { field: 'tool', value: 'launch' },
    { field: 'keys', value: 'jwks' },
    { field: 'login', value: 'login' },
    { field: 'redirect', value: 'launch' },
  ],
  canvas: [
    { field: 'redirect', value: 'launch' },
    { field: 'target', value: 'launch' },
    { field: 'login', value: 'login' },
    { field: 'keys', value: 'jwks' },
  ],
  brightspace: [
    { field: 'domain', value: 'origin' },
    { field: 'redirect', value: 'launch' },
    { field: 'login', value: 'login' },
    { field: 'target', value: 'launch' },
    { field: 'keys', value: 'jwks' },
  ],
  blackboard: [
    { field: 'domain', value: 'host' },
    { field: 'login', value: 'login' },
    { field: 'redirect', value: 'launch' },
    { field: 'keys', value: 'jwks' },
  ],
}

/** The values to copy into the other system, and where they go there. */
export function ToolSection({ addresses }: { addresses: ToolAddresses }) {
  const t = useT()
  const [system, setSystem] = useState<System>('moodle')
  const { origin, host } = new URL(addresses.launch)
  const given: Given = { ...addresses, origin, host }
  return (
    <Section title={t('lti.tool.title')} text={t('lti.tool.text')}>
      <Stack sx={{ gap: 4 }}>
        <SegmentedControl<System>
          label={t('lti.tool.system')}
          value={system}
          onChange={setSystem}
          options={SYSTEMS.map((value) => ({ value, label: t(`lti.tool.${value}`) }))}
        />
        <Typography sx={{ maxWidth: '68ch' }}>{t(`lti.tool.${system}_text`)}</Typography>
        {FIELDS[system].map(({ field, value }) => (
          <CopyLine key={field} label={t(`lti.tool.${system}.${field}`)} value={given[value]} />
        ))}
      </Stack>
    </Section>
  )
}
