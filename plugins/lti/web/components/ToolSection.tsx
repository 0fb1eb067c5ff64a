import { Box, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { Section, SegmentedControl } from '#web/ui'
import type { ToolAddresses } from '../calls.js'
import { CopyLine } from './CopyLine.js'

const SYSTEMS = ['moodle', 'canvas', 'brightspace', 'blackboard'] as const
type System = (typeof SYSTEMS)[number]

/** What is copied into the other system, and where it goes there. */
export function ToolSection({ addresses }: { addresses: ToolAddresses }) {
  const t = useT()
  const [system, setSystem] = useState<System>('moodle')
  return (
    <Section title={t('lti.tool.title')} text={t('lti.tool.text')}>
      <Stack sx={{ gap: 4 }}>
        {(['launch', 'login', 'jwks'] as const).map((what) => (
          <CopyLine key={what} label={t(`lti.tool.${what}`)} value={addresses[what]} />
        ))}
        <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 4 }}>
          <SegmentedControl<System>
            label={t('lti.tool.title')}
            value={system}
            onChange={setSystem}
            options={SYSTEMS.map((value) => ({ value, label: t(`lti.tool.${value}`) }))}
          />
          <Typography sx={{ mt: 3, maxWidth: '68ch' }}>{t(`lti.tool.${system}_text`)}</Typography>
        </Box>
      </Stack>
    </Section>
  )
}
