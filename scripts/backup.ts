await import('../reliability/backup/main.ts')
