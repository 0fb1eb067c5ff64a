import { Box, Stack, Typography } from '@mui/material'
import { useFormat } from '#web/i18n'
import { Icon } from '#web/ui'
import type { ShownPassport } from '../../server/transformers.js'

type Part = ShownPassport['parts'][number]

/** The lines by kind, in the language of the passport. Expired ones are marked. */
export function PassportLines({ passport }: { passport: Pick<ShownPassport, 'parts' | 'words' | 'language'> }) {
  const { parts, words, language } = passport
  return (
    <Stack lang={language} sx={{ gap: 6 }}>
      {!parts.length && <Typography sx={{ color: 'text.secondary' }}>{words.none}</Typography>}
      {parts.map(({ part, lines }) => (
        <Box component="section" key={part}>
          <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
            {words[part]}
          </Typography>
          <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
            {lines.map((line, index) => (
              <Line key={index} part={part} line={line} words={words} />
            ))}
          </Stack>
        </Box>
      ))}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {words.no_medical}
      </Typography>
    </Stack>
  )
}

interface LineProps {
  part: Part['part']
  line: Part['lines'][number]
  words: ShownPassport['words']
}

function Line({ part, line: { name, detail, from, until, valid }, words }: LineProps) {
  const format = useFormat()
  const days = [
    // A meeting was held on one day; the others are valid since that day.
    from && (part === 'meetings' ? format.day(from) : `${words.from} ${format.day(from)}`),
    until ? `${words.until} ${format.day(until)}` : part !== 'meetings' && words.endless,
  ].filter(Boolean)
  return (
    <Stack component="li" direction="row" sx={{ gap: 3 }}>
      <Icon name={valid ? 'success' : 'expired'} sx={{ color: valid ? 'success.main' : 'error.main', mt: '2px' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: valid ? 'text.secondary' : 'error.main', overflowWrap: 'anywhere' }}>
          {[detail, ...days].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
    </Stack>
  )
}
