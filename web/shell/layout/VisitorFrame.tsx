import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { LanguagePicker } from '#web/ui'
import { CompanyMark } from './CompanyMark.js'
import { PrivacyLink } from './LegalFooter.js'

export interface VisitorFrameProps {
  title: string
  text?: ReactNode
  children?: ReactNode
}

/** A page for visitors, most often on a phone: the company, the question, one column, the language. */
export function VisitorFrame({ title, text, children }: VisitorFrameProps) {
  return (
    <Stack sx={{ flex: 1, alignItems: 'center', px: { xs: 4, sm: 5 }, pt: { xs: 6, md: 10 }, pb: 6, gap: 6 }}>
      <CompanyMark height={40} />
      <Box sx={{ maxWidth: 560, textAlign: 'center', display: 'grid', gap: 3 }}>
        <Typography variant="h1" tabIndex={-1} sx={{ textWrap: 'balance' }}>
          {title}
        </Typography>
        {text && <Typography sx={{ color: 'text.secondary', textWrap: 'pretty' }}>{text}</Typography>}
      </Box>
      <Box sx={{ width: '100%', maxWidth: 560 }}>{children}</Box>
      <Stack
        component="footer"
        direction="row"
        sx={{ width: '100%', maxWidth: 560, mt: 'auto', justifyContent: 'space-between', alignItems: 'center', gap: 3 }}
      >
        <LanguagePicker />
        <PrivacyLink />
      </Stack>
    </Stack>
  )
}
