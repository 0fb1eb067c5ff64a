import { Box, MenuItem, Select, Stack, Typography } from '@mui/material'
import { ThemeProvider } from '@mui/material/styles'
import { useMemo, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { createTenantTheme, THEMES } from '#themes/index'
import { ConfirmHost, PageHeader } from '#web/ui'
import { ContentSamples } from './ContentSamples.js'
import { FormSamples } from './FormSamples.js'
import { TableSample } from './TableSample.js'
import { WizardSample } from './WizardSample.js'

/** Two demo brands and one with the worst possible values. */
const BRANDS: Record<string, { primaryColor: string; secondaryColor: string }> = {
  noordwind: { primaryColor: '#0B4F6C', secondaryColor: '#01BAEF' },
  bouwmeester: { primaryColor: '#F2A900', secondaryColor: '#1F2933' },
  hostile: { primaryColor: '#FFFF00', secondaryColor: '#FFFFFF' },
}

function Pick({ name, options, value }: { name: string; options: readonly string[]; value: string }) {
  const [, setParams] = useSearchParams()
  return (
    <Select
      size="small"
      value={value}
      onChange={(event) => setParams((params) => (params.set(name, event.target.value), params))}
      SelectDisplayProps={{ 'aria-label': name }}
    >
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {option}
        </MenuItem>
      ))}
    </Select>
  )
}

function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mb: 12 }} id={title}>
      <Typography variant="overline" component="h2" sx={{ color: 'text.secondary', mb: 3 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

/** /dev/gallery, in development only: every building block in every theme. `?theme=contrast&brand=hostile` */
export default function GalleryPage() {
  const [params] = useSearchParams()
  const themeId = params.get('theme') ?? 'base'
  const brand = params.get('brand') ?? 'noordwind'
  const colors = BRANDS[brand] ?? BRANDS.noordwind
  const theme = useMemo(
    () => createTenantTheme({ ...(colors ?? { primaryColor: '', secondaryColor: '' }), theme: themeId }),
    [colors, themeId],
  )
  return (
    <ThemeProvider theme={theme}>
      <Box sx={{ bgcolor: 'background.default', color: 'text.primary', px: { xs: 4, md: 8 }, py: 8 }}>
        <Box sx={{ maxWidth: 1240, mx: 'auto' }}>
          <Stack direction="row" sx={{ gap: 2, mb: 8 }}>
            <Pick name="theme" options={Object.keys(THEMES)} value={themeId} />
            <Pick name="brand" options={Object.keys(BRANDS)} value={brand} />
          </Stack>
          <Sample title="PageHeader">
            <PageHeader
              title="Werken op hoogte"
              text="42 deelnemers in 3 vestigingen"
              trail={[{ label: 'Trainingen', to: '/dev/gallery' }]}
              action={{ label: 'Deelnemers toevoegen', icon: 'add', onClick: () => undefined }}
              secondary={[{ label: 'Bewerken', icon: 'edit', onClick: () => undefined }]}
            />
          </Sample>
          <ContentSamples Sample={Sample} />
          <Sample title="DataTable">
            <TableSample />
          </Sample>
          <Sample title="Form">
            <FormSamples />
          </Sample>
          <Sample title="Wizard">
            <WizardSample />
          </Sample>
        </Box>
      </Box>
      <ConfirmHost />
    </ThemeProvider>
  )
}
