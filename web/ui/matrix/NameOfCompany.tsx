import { Box } from '@mui/material'

const ONE_LINE = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

interface NameOfCompanyProps {
  name: string
  /** Null when it would be the same everywhere. */
  company: string | null
}

/** A name in a row or column header, with its company for people who see several: the company is always visible, however long the name. */
export function NameOfCompany({ name, company }: NameOfCompanyProps) {
  if (company === null) return name
  return (
    <>
      <Box component="span" title={name} sx={ONE_LINE}>
        {name}
      </Box>
      <Box component="span" sx={{ ...ONE_LINE, color: 'text.secondary', fontWeight: 400, fontSize: '0.75rem', lineHeight: '16px' }}>
        {company}
      </Box>
    </>
  )
}
