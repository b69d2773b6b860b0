package org.tieredhdfs.hdfs.weave.namespace;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.asm.MemberSubstitution;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;
import org.tieredhdfs.hdfs.weave.Patch;
import org.tieredhdfs.hdfs.weave.WeavingException;

/**
 * Makes a quota by storage type be written to edits with the stable number of a custom type.
 *
 * <p>Stock code writes the ordinal; that of a custom type moves when another type is configured.
 * Only the call of {@code ordinal()} is replaced, so that stock types are written as ever.
 */
public final class QuotaEditPatch implements Patch {

  @Override
  public PatchPoint point() {
    return PatchPoint.QUOTA_EDIT;
  }

  @Override
  public ElementMatcher<? super MethodDescription> methods() {
    return named("writeFields").or(named("toXml"));
  }

  @Override
  public int methodCount() {
    return 2;
  }

  @Override
  public Class<?> helper() {
    return StorageTypeBridge.class;
  }

  @Override
  public MethodVisitorWrapper change() {
    try {
      return MemberSubstitution.relaxed()
          .method(named("ordinal"))
          .replaceWith(StorageTypeBridge.class.getMethod("persistentNumber", StorageType.class));
    } catch (NoSuchMethodException e) {
      throw new WeavingException("StorageTypeBridge does not fit this weaver", e);
    }
  }
}
