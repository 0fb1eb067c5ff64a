import { Button, Stack, Typography } from '@mui/material'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useFormat } from '#web/i18n'
import {
  ChartFrame,
  EmptyState,
  ErrorState,
  FileDrop,
  KpiTile,
  LoadingState,
  NoPermission,
  Progress,
  RichText,
  Section,
  SegmentedControl,
  SidePanel,
  StatusChip,
  statusesOf,
  useConfirm,
  useToast,
} from '#web/ui'
import { sampleStatuses } from './sample_statuses.js'

const HTML = `<h2>Veilig werken op hoogte</h2><p>Controleer je <strong>harnas</strong> voor elk gebruik. Lees meer in de <a href="#x">instructie</a>.</p>
<ul><li>Kijk naar stiksels en gespen</li><li>Noteer het serienummer</li></ul><blockquote>Twijfel je? Gebruik het niet.</blockquote>
<table><thead><tr><th>Hoogte</th><th>Middel</th><th>Keuring</th><th>Verantwoordelijk</th></tr></thead><tbody><tr><td>tot 2,5 m</td><td>Trap</td><td>jaarlijks</td><td>Voorman</td></tr><tr><td>vanaf 2,5 m</td><td>Rolsteiger</td><td>per opbouw</td><td>Uitvoerder</td></tr></tbody></table>`

const MONTHS = ['jun', 'jul', 'aug', 'sep', 'okt', 'nov']

function PeriodSample() {
  const [days, setDays] = useState(30)
  const options = [7, 30, 90].map((value) => ({ value, label: `${value} dagen` }))
  return (
    <Stack direction="row">
      <SegmentedControl label="Periode" options={options} value={days} onChange={setDays} />
    </Stack>
  )
}

/** Blocks that show content. */
export function ContentSamples({ Sample }: { Sample: ComponentType<{ title: string; children: ReactNode }> }) {
  const toast = useToast()
  const confirm = useConfirm()
  const [inNineDays] = useState(() => Date.now() + 9 * 86_400_000)
  const format = useFormat()
  const [panel, setPanel] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const grid = { display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))' }
  const wide = { ...grid, gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))' }
  return (
    <>
      <Sample title="Buttons, toasts, dialogs, panel">
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <Button variant="contained">Hoofdactie</Button>
          <Button variant="outlined">Tweede actie</Button>
          <Button>Tekstknop</Button>
          <Button variant="outlined" color="error">
            Verwijderen
          </Button>
          <Button variant="contained" disabled>
            Uitgeschakeld
          </Button>
          <Button variant="contained" loading>
            Bezig
          </Button>
          <Button variant="outlined" onClick={() => toast.success('Deelnemer toegevoegd')}>
            Toast
          </Button>
          <Button
            variant="outlined"
            onClick={() =>
              toast.error('Oeps, er ging iets mis. Neem contact op met support.', {
                action: { label: 'Opnieuw', onClick: () => undefined },
              })
            }
          >
            Fout
          </Button>
          <Button
            variant="outlined"
            onClick={() =>
              void confirm({
                title: 'Deelnemer verwijderen?',
                text: 'De resultaten blijven bewaard. Dit kan niet ongedaan worden gemaakt.',
                confirmLabel: 'Verwijderen',
                destructive: true,
              })
            }
          >
            Vraag
          </Button>
          <Button variant="outlined" onClick={() => setPanel(true)}>
            Zijpaneel
          </Button>
        </Stack>
        <SidePanel
          open={panel}
          onClose={() => setPanel(false)}
          title="Sanne de Vries"
          subtitle={<StatusChip of={sampleStatuses} status="busy" />}
          actions={<Button variant="contained">Herinnering sturen</Button>}
        >
          <Stack sx={{ gap: 4 }}>
            <Progress value={62} label="Voortgang" />
            <Typography>
              Begonnen op {format.date('2026-03-03')}, verloopt {format.relativeDays(inNineDays)}.
            </Typography>
          </Stack>
        </SidePanel>
      </Sample>
      <Sample title="KpiTile">
        <Stack sx={grid}>
          <KpiTile icon="people" label="Nieuwe deelnemers" value={128} delta={12} comparedWith="dan vorige maand" />
          <KpiTile icon="school" label="Nieuwe inschrijvingen" value={64} delta={-8} comparedWith="dan vorige maand" />
          <KpiTile icon="success" label="Geslaagd" value={41} delta={0} comparedWith="gelijk gebleven" />
          <KpiTile icon="time" label="Inschrijvingen" value={undefined} />
        </Stack>
      </Sample>
      <Sample title="StatusChip">
        <Stack sx={{ gap: 3 }}>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
            {statusesOf(sampleStatuses).map((status) => (
              <StatusChip key={status} of={sampleStatuses} status={status} />
            ))}
          </Stack>
        </Stack>
      </Sample>
      <Sample title="Section, Progress, RichText, FileDrop">
        <Stack sx={{ ...wide, alignItems: 'start' }}>
          <Section title="Voortgang" text="Deze week" action={<Button size="small">Alles</Button>}>
            <Progress value={62} label="Werken op hoogte" />
            <Progress value={25} label="Tillen en dragen" text="2 van 8 onderdelen" />
            <FileDrop label="Foto van het harnas" accept="image/*,.pdf" value={file} onChange={setFile} />
          </Section>
          <Section title="Instructie">
            <RichText html={HTML} />
          </Section>
        </Stack>
      </Sample>
      <Sample title="SegmentedControl">
        <PeriodSample />
      </Sample>
      <Sample title="ChartFrame">
        <Stack sx={wide}>
          <ChartFrame
            kind="bar"
            title="Geslaagd per maand"
            summary="Geslaagden stijgen van 12 in juni naar 31 in november."
            categories={MONTHS}
            series={[
              { label: 'Geslaagd', values: [12, 18, 15, 22, 27, 31] },
              { label: 'Niet geslaagd', values: [3, 4, 2, 5, 3, 4] },
            ]}
          />
          <ChartFrame
            kind="line"
            title="Gestart per maand"
            summary="Het aantal starters schommelt rond 40."
            categories={MONTHS}
            series={[{ label: 'Gestart', values: [38, 41, 36, 44, 47, 43] }]}
          />
        </Stack>
      </Sample>
      <Sample title="States">
        <Stack sx={{ ...wide, alignItems: 'start' }}>
          <Section flush>
            <EmptyState
              icon="people"
              title="Nog geen deelnemers"
              text="Nodig je collega’s uit; ze krijgen een mail met een link."
              action={<Button variant="contained">Deelnemers uitnodigen</Button>}
            />
          </Section>
          <Section flush>
            <ErrorState onRetry={() => undefined} />
          </Section>
          <Section flush>
            <NoPermission />
          </Section>
          <Section>
            <LoadingState shape="rows" />
          </Section>
        </Stack>
      </Sample>
    </>
  )
}
