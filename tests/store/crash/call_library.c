/* Counts and logs the system calls below a folder, and makes a chosen one fail or kill the process.
 *
 * Preloaded into a process, it stands between that and the C library; `call_library.py` controls
 * it. Nothing happens before `calls_watch` names a folder.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* How a call is interrupted, and what it needs; `call_library.py` has the same numbers. */
enum { NEVER, BEFORE, HALFWAY, AFTER, ONCE, ON };
enum { ROOM = 1, NAMES = 2, DATA = 4, READS = 8 };

static char folder[PATH_MAX];
static long count, chosen;
static int end, failure, reading;
static int notes = -1;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

/* What Python calls. */

void calls_watch(const char *path) {
    snprintf(folder, sizeof folder, "%s", path);
    count = 0;
    end = NEVER;
    reading = 0;
}

void calls_end(long number, int how, int error) {
    chosen = number;
    end = how;
    failure = error;
}

void calls_note(const char *path) {
    notes = path ? REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
}

int calls_blinded(void) { return reading; }

/* Where a call goes. */

static void place(char *into, int at, const char *path) {
    char base[PATH_MAX] = "", link[64];
    if (path[0] == '/') {
        snprintf(into, PATH_MAX, "%s", path);
        return;
    }
    if (at == AT_FDCWD) {
        if (!getcwd(base, sizeof base)) base[0] = 0;
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", at);
        ssize_t length = readlink(link, base, sizeof base - 1);
        base[length < 0 ? 0 : length] = 0;
    }
    if ((size_t)snprintf(into, PATH_MAX, *path ? "%s/%s" : "%s", base, path) >= PATH_MAX) abort();
}

static int below(const char *path) {
    size_t length = strlen(folder);
    return length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

/* Notes: number, call, inode, place, other place, and the whole content of a file in hex. */

static void note(const char *call, unsigned long inode, const char *path, const char *other) {
    if (notes < 0) return;
    int kept = errno;
    size_t length = strlen(path) + strlen(other) + 128, size = 0;
    struct stat about;
    int file = -1;
    if (!strcmp(call, "content") && (file = REAL(open)(path, O_RDONLY | O_CLOEXEC)) >= 0 &&
        !fstat(file, &about))
        size = about.st_size;
    char *line = malloc(length + 2 * size);
    unsigned char *content = malloc(size + 1);
    if (!line || !content || (size && REAL(read)(file, content, size) != (ssize_t)size)) abort();
    length = sprintf(line, "%ld\t%s\t%lu\t%s\t%s\t", count, call, inode, path, other);
    for (size_t i = 0; i < size; i++) length += sprintf(line + length, "%02x", content[i]);
    line[length++] = '\n';
    if (REAL(write)(notes, line, length) != (ssize_t)length) abort();
    free(content);
    free(line);
    if (file >= 0) close(file);
    errno = kept;
}

void calls_mark(const char *text) { note("mark", 0, "", text); }

/* Cutting short. */

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* Whether a call that needs this of the disk fails; dies if it was to. */
static int fails(const char *call, int needs, const char *path) {
    long number = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    note(call, 0, path, "");
    if (end == NEVER || number < chosen) return 0;
    if (number == chosen && (end == BEFORE || (end == HALFWAY && needs != (ROOM | DATA)))) die();
    if (number == chosen) reading = needs & READS;
    if (end == ON) {
        /* A full disk can still forget; where no name may change, an open file can be written;
         * what cannot be written can still be read, and the other way round. */
        if (failure == ENOSPC && !(needs & ROOM)) return 0;
        if (failure == EACCES && (needs & DATA)) return 0;
        if ((needs & READS) != reading) return 0;
    } else if (end != ONCE || number != chosen)
        return 0;
    errno = failure;
    return 1;
}

static void survived(void) {
    if (count == chosen && (end == AFTER || end == HALFWAY)) die();
}

static size_t portion(size_t size) {
    return end == HALFWAY && count == chosen ? size / 2 : size;
}

/* Calls with names. */

static unsigned long inode_of(const char *path) {
    struct stat about;
    return lstat(path, &about) ? 0 : about.st_ino;
}

static int opened(int (*call)(int, const char *, int, ...), int at, const char *path, int flags,
                  mode_t mode) {
    char where[PATH_MAX];
    place(where, at, path);
    if (!below(where)) return call(at, path, flags, mode);
    if (!(flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)))
        return fails("look", READS, where) ? -1 : call(at, path, flags, mode);
    int there = inode_of(where) != 0;
    if (fails("open", (flags & O_CREAT) && !there ? ROOM | NAMES : NAMES, where)) return -1;
    int file = call(at, path, flags, mode);
    if (file >= 0) {
        if (!there) note("create", inode_of(where), where, "");
        else if (flags & O_TRUNC) note("content", inode_of(where), where, "");
    }
    survived();
    return file;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list more; \
        va_start(more, flags); \
        mode = va_arg(more, int); \
        va_end(more); \
    }

int open(const char *path, int flags, ...) {
    MODE(flags);
    return opened(REAL(openat), AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags);
    return opened(REAL(openat64), AT_FDCWD, path, flags, mode);
}

int openat(int at, const char *path, int flags, ...) {
    MODE(flags);
    return opened(REAL(openat), at, path, flags, mode);
}

int openat64(int at, const char *path, int flags, ...) {
    MODE(flags);
    return opened(REAL(openat64), at, path, flags, mode);
}

/* One call about one or two names. */
#define NAMED(call, needs, at, path, other_at, other, act, then) \
    do { \
        char where[PATH_MAX], to[PATH_MAX]; \
        place(where, at, path); \
        place(to, other_at, other); \
        if (!below(where) && !below(to)) return act; \
        if (fails(call, needs, where)) return -1; \
        unsigned long inode = inode_of(where); \
        int result = act; \
        (void)inode; \
        if (!result) then; \
        survived(); \
        return result; \
    } while (0)

int renameat2(int at, const char *path, int other_at, const char *other, unsigned flags) {
    NAMED("rename", NAMES, at, path, other_at, other,
          REAL(renameat2)(at, path, other_at, other, flags), note("moved", inode, where, to));
}

int renameat(int at, const char *path, int other_at, const char *other) {
    return renameat2(at, path, other_at, other, 0);
}

int rename(const char *path, const char *other) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, other, 0);
}

int linkat(int at, const char *path, int other_at, const char *other, int flags) {
    NAMED("link", ROOM | NAMES, at, path, other_at, other,
          REAL(linkat)(at, path, other_at, other, flags), note("linked", inode, where, to));
}

int link(const char *path, const char *other) {
    return linkat(AT_FDCWD, path, AT_FDCWD, other, 0);
}

int symlinkat(const char *target, int at, const char *path) {
    NAMED("symlink", ROOM | NAMES, at, path, at, path, REAL(symlinkat)(target, at, path),
          note("pointed", inode_of(where), where, target));
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

int unlinkat(int at, const char *path, int flags) {
    NAMED(flags & AT_REMOVEDIR ? "rmdir" : "unlink", NAMES, at, path, at, path,
          REAL(unlinkat)(at, path, flags), note("gone", inode, where, ""));
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
    struct stat about;
    int empty = !lstat(path, &about) && S_ISDIR(about.st_mode);
    return unlinkat(AT_FDCWD, path, empty ? AT_REMOVEDIR : 0);
}

int mkdirat(int at, const char *path, mode_t mode) {
    NAMED("mkdir", ROOM | NAMES, at, path, at, path, REAL(mkdirat)(at, path, mode),
          note("folder", inode_of(where), where, ""));
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int fchmodat(int at, const char *path, mode_t mode, int flags) {
    NAMED("chmod", NAMES, at, path, at, path, REAL(fchmodat)(at, path, mode, flags), (void)0);
}

int chmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, 0); }

int truncate64(const char *path, off64_t size) {
    NAMED("truncate", NAMES, AT_FDCWD, path, AT_FDCWD, path, REAL(truncate64)(path, size),
          note("content", inode_of(where), where, ""));
}

int truncate(const char *path, off_t size) { return truncate64(path, size); }

/* Calls with an open file. */
#define OPENED(call, needs, file, act, then) \
    do { \
        char where[PATH_MAX]; \
        place(where, file, ""); \
        if (!below(where)) return act; \
        if (fails(call, needs, where)) return -1; \
        struct stat about; \
        unsigned long inode = fstat(file, &about) ? 0 : about.st_ino; \
        __typeof__(act) result = act; \
        if (result >= 0) note(then, inode, where, ""); \
        survived(); \
        return result; \
    } while (0)

#define WRITES(call, file, act) OPENED(call, ROOM | DATA, file, act, "content")

ssize_t write(int file, const void *bytes, size_t size) {
    WRITES("write", file, REAL(write)(file, bytes, portion(size)));
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
    WRITES("write", file, REAL(pwrite64)(file, bytes, portion(size), offset));
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return pwrite64(file, bytes, size, offset);
}

ssize_t writev(int file, const struct iovec *parts, int number) {
    WRITES("write", file, REAL(writev)(file, parts, (int)portion(number)));
}

ssize_t sendfile64(int file, int source, off64_t *offset, size_t size) {
    struct stat whole;
    if (!fstat(source, &whole) && whole.st_size > 0 && size > (size_t)whole.st_size)
        size = whole.st_size; /* half of what there is, not of what is asked for */
    WRITES("write", file, REAL(sendfile64)(file, source, offset, portion(size)));
}

ssize_t sendfile(int file, int source, off_t *offset, size_t size) {
    off64_t from = offset ? *offset : 0;
    ssize_t sent = sendfile64(file, source, offset ? &from : NULL, size);
    if (offset) *offset = from;
    return sent;
}

ssize_t copy_file_range(int source, off64_t *from, int file, off64_t *to, size_t size,
                        unsigned flags) {
    WRITES("write", file, REAL(copy_file_range)(source, from, file, to, portion(size), flags));
}

/* Reading: nothing comes of it but an answer, so it can only fail. */

ssize_t read(int file, void *bytes, size_t size) {
    char where[PATH_MAX];
    place(where, file, "");
    if (below(where) && fails("read", READS, where)) return -1;
    return REAL(read)(file, bytes, size);
}

DIR *opendir(const char *path) {
    char where[PATH_MAX];
    place(where, AT_FDCWD, path);
    if (below(where) && fails("look", READS, where)) return NULL;
    return REAL(opendir)(path);
}

int ftruncate64(int file, off64_t size) {
    OPENED("truncate", DATA, file, REAL(ftruncate64)(file, size), "content");
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int fchmod(int file, mode_t mode) {
    OPENED("chmod", NAMES, file, REAL(fchmod)(file, mode), "mode");
}

int fsync(int file) { OPENED("sync", DATA, file, REAL(fsync)(file), "synced"); }

int fdatasync(int file) { OPENED("sync", DATA, file, REAL(fdatasync)(file), "synced"); }
