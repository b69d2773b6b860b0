/* The two system calls of libhadoop by which a DataNode manages the page cache, for tests without it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <jni.h>

static int descriptor(JNIEnv *env, jobject file) {
  jclass type = (*env)->GetObjectClass(env, file);
  return (*env)->GetIntField(env, file, (*env)->GetFieldID(env, type, "fd", "I"));
}

JNIEXPORT void JNICALL Java_org_apache_hadoop_io_nativeio_NativeIO_00024POSIX_posix_1fadvise(
    JNIEnv *env, jclass posix, jobject file, jlong offset, jlong bytes, jint advice) {
  posix_fadvise(descriptor(env, file), offset, bytes, advice);
}

JNIEXPORT void JNICALL Java_org_apache_hadoop_io_nativeio_NativeIO_00024POSIX_sync_1file_1range(
    JNIEnv *env, jclass posix, jobject file, jlong offset, jlong bytes, jint flags) {
  sync_file_range(descriptor(env, file), offset, bytes, flags);
}
