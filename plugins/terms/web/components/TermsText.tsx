import { Box, Typography } from '@mui/material'
import { languageOf, type Version } from '../terms.js'

/** A version as text: an empty line between paragraphs, `# ` before a heading. Plain text, so that nothing in it can run. */
export function TermsText({ version, lang, level = 'h2' }: { version: Version; lang: string; level?: 'h2' | 'h3' }) {
  const language = languageOf(version, lang)
  const parts = (version.texts[language] ?? '').split(/\n\s*\n/).filter((part) => part.trim())
  return (
    <Box lang={language} dir="auto" sx={{ maxWidth: '70ch', overflowWrap: 'anywhere', display: 'grid', gap: 3 }}>
      {parts.map((part, index) =>
        part.startsWith('# ') ? (
          <Typography key={index} variant="h3" component={level} sx={{ mt: index ? 2 : 0 }}>
            {part.slice(2)}
          </Typography>
        ) : (
          <Typography key={index} sx={{ whiteSpace: 'pre-line' }}>
            {part}
          </Typography>
        ),
      )}
    </Box>
  )
}
